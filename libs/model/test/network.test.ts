import { readNetwork } from '../src/kinds/network';

it.each([
  ['::10.0.0.1/128', '::10.0.0.1'],
  ['::7f00:1', '::127.0.0.1'],
  ['::ffff:10.0.0.1', '::ffff:10.0.0.1'],
  ['::FFFF:a00:1', '::ffff:10.0.0.1'],
  ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
  ['::1', '::1'],
  ['::1:0', '::0.1.0.0'],
  ['2001:DB8:0:0::5', '2001:db8::5'],
])('%s is read as %s', (text, host) => expect(readNetwork(text)?.host).toBe(host));

it.each(['::10.0.0.256', '::10.0.0', '10.0.0.1::', '::1.2.3.4:5', '::/129'])('%s is none', (text) =>
  expect(readNetwork(text)).toBeUndefined(),
);

// `ip6addr` takes it for an IPv4 address, and so its length for one of 32 bits at most.
it('an IPv6 address stays one, whatever it stands for', () => {
  expect(readNetwork('::ffff:10.0.0.1')).toMatchObject({ version: 6, length: 128 });
  expect(readNetwork('::ffff:10.0.0.1/100')).toMatchObject({ version: 6, length: 100, network: '::ffff:0.0.0.0' });
});
