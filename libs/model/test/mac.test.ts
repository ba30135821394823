import { readMac } from '../src';

it.each([
  '00:1a:2b:3c:4d:5e',
  '00-1A-2B-3C-4D-5E',
  '0:1a:2b:3c:4d:5e',
  '001a.2b3c.4d5e',
  '1a.2b3c.4d5e',
  '001a:2b3c:4d5e',
  '001a2b-3c4d5e',
  '001a2b:3c4d5e',
  '001A2B3C4D5E',
  ' 001a2b3c4d5e ',
])('%s is a hardware address', (text) => expect(readMac(text)).toBe('00:1A:2B:3C:4D:5E'));

it.each(['', 'zz', '00:1a:2b:3c:4d', '00:1a-2b:3c:4d:5e', '001a2b3c4d5e6f', '00:1a:2b:3c:4d:5g'])(
  '%s is none',
  (text) => expect(readMac(text)).toBeUndefined(),
);
