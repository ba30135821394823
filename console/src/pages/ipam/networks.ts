/** A block of addresses as numbers. */
export interface Block {
  version: 4 | 6;
  first: bigint;
  length: number;
}

/** How many bits the addresses of a version have. */
export const bitsOf = (version: 4 | 6): number => (version === 4 ? 32 : 128);

/** How many addresses a block has. */
export const sizeOf = ({ version, length }: Pick<Block, 'version' | 'length'>): bigint =>
  1n << BigInt(bitsOf(version) - length);

/** An address as a number. */
export function numberOf(address: string): bigint {
  if (!address.includes(':')) return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  const [head = '', tail] = address.split('::') as [string, string?];
  const groups = (text: string) =>
    text === ''
      ? []
      : text.split(':').flatMap((part) => {
          if (!part.includes('.')) return [Number.parseInt(part, 16)];
          const four = Number(numberOf(part));
          return [Math.floor(four / 65_536), four % 65_536];
        });
  const [before, after] = [groups(head), groups(tail ?? '')];
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: missing }, () => 0), ...after].reduce(
    (sum, part) => sum * 65_536n + BigInt(part),
    0n,
  );
}

/** An address as people write it; the longest run of zeros of version 6 is left out. */
export function textOf(version: 4 | 6, value: bigint): string {
  if (version === 4) return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.');
  const groups = Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - index * 16)) & 65_535n).toString(16));
  const [longest] = [...groups.join(':').matchAll(/\b0(?::0)+\b/g)].sort((a, b) => b[0].length - a[0].length);
  if (!longest) return groups.join(':');
  const text = groups.join(':');
  return `${text.slice(0, longest.index).replace(/:$/, '')}::${text.slice(longest.index + longest[0].length).replace(/^:/, '')}`;
}

/** `10.0.0.0/8` as numbers. */
export function readBlock(prefix: string): Block {
  const [network = '', length = '0'] = prefix.split('/');
  return { version: network.includes(':') ? 6 : 4, first: numberOf(network), length: Number(length) };
}

const units = ['', 'thousand', 'million', 'billion'];

/** How many addresses, as it is said: exactly while that can be read, then roughly. */
export function sizeWords(size: bigint): string {
  if (size < 100_000n) return `${size.toLocaleString('en')} ${size === 1n ? 'address' : 'addresses'}`;
  const power = Math.floor(Math.log10(Number(size)) / 3);
  if (power < units.length) return `${Math.round(Number(size) / 1000 ** power)} ${units[power]} addresses`;
  const bits = size.toString(2).length - 1;
  return bits >= 64 ? `${(1n << BigInt(bits - 64)).toLocaleString('en')} × /64` : `2^${bits} addresses`;
}

/** Orders blocks as they lie, the larger before what is in it. */
export const byPlace = (a: Block, b: Block): number =>
  a.version !== b.version
    ? a.version - b.version
    : a.first !== b.first
      ? a.first < b.first
        ? -1
        : 1
      : a.length - b.length;
