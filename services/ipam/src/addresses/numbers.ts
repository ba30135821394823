import { readAddress, readNetwork } from '@plumbline/model';

export type Version = 4 | 6;

/** How many bits an address has. */
export const bitsOf = (version: Version): 32 | 128 => (version === 4 ? 32 : 128);

/** An address as a number. Takes any valid spelling; throws for anything else. */
export function toNumber(address: string): bigint {
  const read = readAddress(address);
  if (!read) throw new Error(`${address} is no address`);
  const bytes = read.toByteArray();
  return BigInt(`0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`);
}

/** A number as an address in its canonical spelling. */
export function toAddress(number: bigint, version: Version): string {
  const digits = number.toString(16).padStart(bitsOf(version) / 4, '0');
  if (version === 4) return digits.replace(/../g, (byte) => `${Number.parseInt(byte, 16)}.`).slice(0, -1);
  return readNetwork(digits.replace(/....(?=.)/g, '$&:'))!.host;
}
