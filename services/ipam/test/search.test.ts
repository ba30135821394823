import { networksLike } from '../src/filters/searchNetworks';
import { portText } from '../src/text/portText';

test.each([
  ['10', ['10.0.0.0/8', '10::/16']],
  ['10.', ['10.0.0.0/8']],
  ['10.1', ['10.1.0.0/16']],
  ['10.1.', ['10.1.0.0/16']],
  ['10.1.1.0/24', ['10.1.1.0/32']],
  ['10.1.1.7', ['10.1.1.7/32']],
  ['256', ['256::/16']],
  ['2001:db8', ['2001:db8::/32']],
  ['2001:db8:', ['2001:db8::/32']],
  ['2001:db8::', ['2001:db8::/32']],
  ['2001:db8::1', ['2001:db8::1/128']],
  ['1:2:3:4:5:6:7:8', ['1:2:3:4:5:6:7:8/128']],
  ['::', ['::/0']],
  ['beef', ['beef::/16']],
  ['10.300', ['0.0.0.0/32']],
  ['office', ['0.0.0.0/32']],
  ['x:y', ['::/128']],
])('%s looks like %j', (phrase, networks) => {
  expect(networksLike(phrase).map(({ network, length }) => `${network}/${length}`)).toEqual(networks);
});

test('ports are listed in order, with runs joined and repeats kept', () => {
  expect(portText([443, 80, 81, 82, 80])).toBe('80, 80-82, 443');
  expect(portText([22])).toBe('22');
});
