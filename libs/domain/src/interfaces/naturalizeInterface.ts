import { firstCharacters, naturalize, naturalKeyLength } from '@plumbline/model';

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
  return firstCharacters([...place, type, ...number, naturalize(remainder)].join(''), naturalKeyLength);
}
