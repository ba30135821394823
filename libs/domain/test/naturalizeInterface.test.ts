import { naturalizeInterface } from '../src';

/** Byte order, as the columns are sorted. */
const sorted = (names: string[], key: (name: string) => string | null): string[] =>
  names.toSorted((a, b) => Buffer.compare(Buffer.from(key(a)!), Buffer.from(key(b)!)));

describe('names of interfaces in natural order', () => {
  it.each([
    ['Gi0/0/0', '0000000099999999Gi000000............'],
    ['Gi0/0', '0000999999999999Gi000000............'],
    ['Gi2', '9999999999999999Gi000002............'],
    ['Gi1/0/1.100', '0001000099999999Gi000001......000100'],
    ['xe-0/0/1:2.5', '0000000099999999xe-000001000002000005'],
    ['Eth1/1/1/1/7', '0001000100010001Eth000007............'],
    ['1/1', '0001999999999999000001............'],
    ['mgmt', '9999999999999999mgmt..................'],
    ['ge-0/0/0foo12', '0000000099999999ge-000000............foo00000012'],
  ])('%s', (name, key) => expect(naturalizeInterface(name)).toBe(key));

  it('are those of one device', () => {
    const names =
      'Gi0/0/0, xe-0/0/1:2.5, Gi0/0, GigabitEthernet1/0/1/2, Gi1/0/1.20, Gi1/0/1.100, Gi1/0/1:3, Eth1/1/1/1/7, 1/1, Gi1/2, Gi1/10, 2, 10, Gi2, Gi10, Vlan 5, a b, lo0, m, mgmt'.split(
        ', ',
      );
    expect(sorted(names.toReversed(), naturalizeInterface)).toEqual(names);
  });
});
