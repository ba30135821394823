import { firstCharacters } from './firstCharacters';

/** Characters of a key. */
const limit = 100;

const paddedDigits = (text: string): string => text.replace(/\d+/g, (digits) => digits.padStart(8, '0'));

/**
 * The key names sort naturally by: digit runs padded to eight places (docs/contract/network.md), so `sw2` comes before `sw10`.
 */
export function naturalize(name: string | null): string | null {
  return name === null ? null : firstCharacters(paddedDigits(name), limit);
}

const interfaceName =
  /^(?<type>[^\d.:]+)?(?:(?<slot>\d+)\/)?(?:(?<subslot>\d+)\/)?(?:(?<position>\d+)\/)?(?:(?<subposition>\d+)\/)?(?<id>\d+)?(?::(?<channel>\d+))?(?:\.(?<vc>\d+))?(?<remainder>[\s\S]*)$/;

/**
 * The key names of interfaces sort naturally by (docs/contract/network.md): first where the interface is, slot by slot, then
 * what it is, then its number, channel and circuit. What has no slot stands behind what has one.
 */
export function naturalizeInterface(name: string): string {
  const { type = '', remainder = '', ...numbers } = interfaceName.exec(name)!.groups!;
  const place = ['slot', 'subslot', 'position', 'subposition'].map((part) => numbers[part]?.padStart(4, '0') ?? '9999');
  const number = ['id', 'channel', 'vc'].map((part) => numbers[part]?.padStart(6, '0') ?? '......');
  return firstCharacters([...place, type, ...number, paddedDigits(remainder)].join(''), limit);
}
