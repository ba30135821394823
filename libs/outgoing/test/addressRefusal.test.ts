import { addressRefusal, readAllowed } from '../src';

const refused = (address: string, ...allowed: string[]) => addressRefusal(address, 'a.example', readAllowed(allowed));

test.each([
  ...['127.0.0.1', '127.8.8.8', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['100.64.0.1', '169.254.169.254', '168.63.129.16', '192.0.0.192', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '2001:db8::1'],
  ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1'],
  ...['::7f00:1', '::10.0.0.1', '::ffff:0:7f00:1', '64:ff9b:1::7f00:1', 'fec0::1', '1::1', '4000::1'],
])('nothing is sent to %s', (address) => {
  expect(refused(address)).toMatch(/PLUMBLINE_OUTGOING_ALLOW/);
});

test.each(['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.63.0.1', '2606:4700::1111', '2a00:1450::8'])(
  '%s may be reached',
  (address) => {
    expect(refused(address)).toBeUndefined();
  },
);

test('what is no address is refused', () => {
  expect(refused('a.example')).toBe('a.example is not an address.');
});

describe('the operator may allow', () => {
  it('addresses and networks, also when they are wrapped in IPv6', () => {
    expect(refused('10.1.2.3', '10.1.2.3')).toBeUndefined();
    expect(refused('10.1.2.4', '10.1.2.3')).toBeDefined();
    expect(refused('10.9.9.9', '192.168.0.0/16', '10.0.0.0/8')).toBeUndefined();
    expect(refused('::ffff:10.9.9.9', '10.0.0.0/8')).toBeUndefined();
    expect(refused('fd00::5', 'fd00::/8')).toBeUndefined();
    expect(refused('fd00::5', '10.0.0.0/8')).toBeDefined();
    expect(refused('::1', '::1')).toBeUndefined();
  });

  it('hosts by name, wherever they are', () => {
    expect(refused('127.0.0.1', 'A.example')).toBeUndefined();
    expect(addressRefusal('127.0.0.1', 'a.example.', readAllowed(['a.example']))).toBeUndefined();
    expect(refused('127.0.0.1', 'b.example')).toBeDefined();
  });
});
