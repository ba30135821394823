import ipaddr from 'ipaddr.js';
import { accept, type Kind, type Parsed, refuse } from '../fields/kind';
import { pythonType } from './relation';

/** An address with the length of its network part. */
export interface Network {
  version: 4 | 6;
  /** The address as written, canonical text. */
  host: string;
  /** The address with its host bits cleared, canonical text. */
  network: string;
  length: number;
  /** Whether the text named a length. */
  explicit: boolean;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Reads the spellings of an address with or without a length that the contract accepts (docs/contract/network.md): short IPv4,
 * netmask and hostmask forms, any spelling of IPv6. Undefined when it is none.
 */
export function readNetwork(given: string): Network | undefined {
  const text = given.trim();
  const [addressText = '', lengthText, ...rest] = text.split('/');
  if (rest.length > 0 || text.length > 100) return undefined;
  const address = readAddress(addressText);
  if (!address) return undefined;
  const bits = address.kind() === 'ipv4' ? 32 : 128;
  const length = lengthText === undefined ? bits : readLength(lengthText, bits);
  if (length === undefined) return undefined;
  return {
    version: bits === 32 ? 4 : 6,
    host: canonical(address),
    network: canonical(clearHostBits(address, length)),
    length,
    explicit: lengthText !== undefined,
  };
}

/** Reads any spelling of an address that the contract accepts; undefined when it is none. */
export function readAddress(text: string): Address | undefined {
  if (/^\d{1,3}(\.\d{1,3}){0,3}$/.test(text)) {
    const octets = text.split('.').map(Number);
    if (octets.some((octet) => octet > 255)) return undefined;
    return new ipaddr.IPv4([...octets, 0, 0, 0].slice(0, 4));
  }
  const groups = withoutDots(text);
  return groups.includes(':') && !text.includes('%') && ipaddr.IPv6.isValid(groups)
    ? ipaddr.IPv6.parse(groups)
    : undefined;
}

/**
 * The end of an IPv6 address that is written as an IPv4 address, as two groups: the library takes `::1.2.3.4` for a
 * mapped one.
 */
function withoutDots(text: string): string {
  const [, start, ...octets] = /^(.*:)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text) ?? [];
  const [a = 0, b = 0, c = 0, d = 0] = octets.map(Number);
  if (start === undefined || Math.max(a, b, c, d) > 255) return text;
  return `${start}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

function readLength(text: string, bits: number): number | undefined {
  if (/^\d{1,3}$/.test(text)) return Number(text) <= bits ? Number(text) : undefined;
  const mask = readAddress(text);
  if (!mask || (mask.kind() === 'ipv4' ? 32 : 128) !== bits) return undefined;
  const bytes = mask.toByteArray();
  const value = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  if (/^1*0*$/.test(value)) return value.lastIndexOf('1') + 1;
  return /^0*1*$/.test(value) ? value.indexOf('1') : undefined;
}

function clearHostBits(address: Address, length: number): Address {
  const bytes = address
    .toByteArray()
    .map((byte, index) => byte & (0xff00 >> Math.min(8, Math.max(0, length - index * 8))) & 0xff);
  return address.kind() === 'ipv4' ? new ipaddr.IPv4(bytes) : new ipaddr.IPv6(bytes);
}

/** The text PostgreSQL shows for the address, so that stored and computed values compare equal. */
function canonical(address: Address): string {
  if (address.kind() === 'ipv4') return address.toString();
  const v6 = address as ipaddr.IPv6;
  const [sixth, seventh] = v6.parts.slice(5);
  const embedded =
    v6.parts.slice(0, 5).every((part) => part === 0) && (sixth === 0xffff || (sixth === 0 && seventh !== 0));
  if (!embedded) return v6.toRFC5952String();
  return `::${sixth === 0 ? '' : 'ffff:'}${v6.toByteArray().slice(12).join('.')}`;
}

function read(value: unknown, show: (network: Network) => string): Parsed {
  if (typeof value !== 'string') return refuse(`unexpected type <class '${pythonType(value)}'> for addr arg`);
  if (value.trim() === '') return refuse('This field may not be blank.');
  const network = readNetwork(value);
  return network ? accept(show(network)) : refuse(`Invalid IP address format: ${value}`);
}

/** What is compared with a column of networks; what is none equals nothing. */
function compared(value: unknown, show: (network: Network) => string): string | undefined {
  const network = typeof value === 'string' ? readNetwork(value) : undefined;
  return network && show(network);
}

const asBlock = ({ network, length }: Network): string => `${network}/${length}`;
const asAddress = ({ host, length }: Network): string => `${host}/${length}`;
const asHost = ({ host }: Network): string => host;

/** A block of addresses, `10.0.0.0/8`; host bits are cleared. */
export const prefix: Kind = {
  filter: 'text',
  column: () => 'cidr',
  placeholder: { is: 'block', atNeed: true },
  index: { method: 'gist', operators: 'inet_ops' },
  isDistinctive: true,
  parse: (value) => read(value, asBlock),
  json: 'plain',
  compared: (value) => compared(value, asBlock),
  isSortable: () => false,
  wire: () => ({ type: 'string' }),
};

/** An address with the length of its network, `10.0.0.5/24`. */
export const address: Kind = {
  filter: 'text',
  column: () => 'inet',
  isDistinctive: true,
  parse: (value) => read(value, asAddress),
  render: (value) => withLength(String(value)),
  json: 'plain',
  compared: (value) => compared(value, asAddress),
  isSortable: () => false,
  wire: () => ({ type: 'string' }),
};

/** PostgreSQL leaves the length off a full-length address; the contract never does. */
function withLength(text: string): string {
  return text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`;
}

/** A bare address, without a length. */
export const host: Kind = {
  filter: 'text',
  column: () => 'inet',
  isDistinctive: true,
  parse: (value) => read(value, asHost),
  json: 'plain',
  compared: (value) => compared(value, asHost),
  wire: () => ({ type: 'string' }),
};
