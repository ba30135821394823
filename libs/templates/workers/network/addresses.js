/** Addresses and networks, read and written as Python's `ipaddress` does. */
const { TemplateProblem } = require('../meter');
const v = require('../values');

const bitsOf = { 4: 32, 6: 128 };
const allOnes = (bits) => (1n << BigInt(bits)) - 1n;

const fourParts = /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/;

function ipv4(text) {
  if (!fourParts.test(text)) return undefined;
  const octets = text.split('.').map(Number);
  return octets.every((octet) => octet <= 255)
    ? octets.reduce((sum, octet) => sum * 256n + BigInt(octet), 0n)
    : undefined;
}

/** The groups of one side of `::`; the last may be an IPv4 address. */
function groupsOf(text) {
  if (text === '') return [];
  const parts = text.split(':');
  const last = parts.at(-1).includes('.') ? ipv4(parts.pop()) : null;
  if (last === undefined || !parts.every((part) => /^[0-9a-fA-F]{1,4}$/.test(part))) return undefined;
  const groups = parts.map((part) => BigInt(`0x${part}`));
  return last === null ? groups : [...groups, last >> 16n, last & 0xffffn];
}

function ipv6(text) {
  const halves = text.split('::');
  if (text.length > 45 || halves.length > 2 || (halves.length === 2 && halves[0].includes('.'))) return undefined;
  const sides = halves.map(groupsOf);
  if (sides.includes(undefined)) return undefined;
  const [before, after = []] = sides;
  const missing = 8 - before.length - after.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...before, ...Array(missing).fill(0n), ...after];
  return groups.reduce((sum, group) => (sum << 16n) | group, 0n);
}

/** An address as a number with its version; undefined where it is none. */
function tryAddress(value) {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value) || value < 0) return undefined;
    return { version: value < 2 ** 32 ? 4 : 6, number: BigInt(value) };
  }
  const text = v.str(value);
  const four = ipv4(text);
  if (four !== undefined) return { version: 4, number: four };
  const [plain, scope, ...more] = text.split('%');
  if (more.length > 0 || scope === '' || text.includes('/')) return undefined;
  const six = ipv6(plain);
  return six === undefined ? undefined : { version: 6, number: six, scope };
}

function address(value) {
  const found = tryAddress(value);
  if (!found) throw new TemplateProblem(`“${v.str(value).slice(0, 100)}” is no IP address.`);
  return found;
}

/** How many bits a mask has at its beginning; undefined where others follow. */
function lengthOfMask(number, bits) {
  const hosts = number ^ allOnes(bits);
  return (hosts & (hosts + 1n)) === 0n ? bits - hosts.toString(2).replace(/^0$/, '').length : undefined;
}

/** The length of a prefix that is written behind a slash: as a number, as a mask, or as what a mask leaves over. */
function prefixLength(text, version) {
  const bits = bitsOf[version];
  if (/^\d{1,3}$/.test(text)) return Number(text) <= bits ? Number(text) : undefined;
  const mask = version === 4 ? ipv4(text) : undefined;
  if (mask === undefined) return undefined;
  return lengthOfMask(mask, bits) ?? lengthOfMask(mask ^ allOnes(bits), bits);
}

const maskOf = ({ version, length }) => allOnes(bitsOf[version]) ^ allOnes(bitsOf[version] - length);

/** An address with the length of its prefix. */
function tryInterface(value) {
  const [host, length, ...more] = typeof value === 'number' ? [value] : v.str(value).split('/');
  const ip = more.length > 0 ? undefined : tryAddress(host);
  const found = ip && (length === undefined ? bitsOf[ip.version] : prefixLength(length, ip.version));
  return found === undefined ? undefined : { ip, version: ip.version, length: found };
}

function tryNetwork(value) {
  const found = tryInterface(value);
  if (!found || (found.ip.number & ~maskOf(found)) !== 0n) return undefined;
  return { version: found.version, number: found.ip.number, length: found.length };
}

function addressOnInterface(value) {
  const found = tryInterface(value);
  if (!found) throw new TemplateProblem(`“${v.str(value).slice(0, 100)}” is no IP address with a prefix length.`);
  return found;
}

function network(value) {
  const found = tryNetwork(value);
  if (found) return found;
  const shown = v.str(value).slice(0, 100);
  throw new TemplateProblem(tryInterface(value) ? `“${shown}” has host bits set.` : `“${shown}” is no network.`);
}

const networkOf = ({ ip, version, length }) => ({ version, length, number: ip.number & maskOf({ version, length }) });
const lastOf = ({ version, number, length }) => number | allOnes(bitsOf[version] - length);

function shown6(number) {
  const groups = Array.from({ length: 8 }, (_, at) => ((number >> BigInt(112 - 16 * at)) & 0xffffn).toString(16));
  const zeros = [...` ${groups.join(' ')} `.matchAll(/(?: 0(?= )){2,}/g)].map(([run]) => run);
  const longest = zeros.reduce((best, run) => (run.length > best.length ? run : best), '');
  if (longest === '') return groups.join(':');
  const [before, after] = [...splitOnce(` ${groups.join(' ')}`, longest)].map((part) =>
    part.trim().replaceAll(' ', ':'),
  );
  return `${before}::${after}`;
}

/** At the first place where it stands by itself. */
function splitOnce(text, run) {
  const at = `${text} `.indexOf(`${run} `);
  return [text.slice(0, at), text.slice(at + run.length)];
}

const shown4 = (number) => [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 255n).join('.');

/** An address of a version, in letters. */
function shownAddress({ version, number, scope }) {
  if (number < 0n || number > allOnes(bitsOf[version])) throw new TemplateProblem('There is no such IP address.');
  if (version === 4) return shown4(number);
  return scope === undefined ? shown6(number) : `${shown6(number)}%${scope}`;
}

const shownNetwork = ({ version, number, length }) => `${shownAddress({ version, number })}/${length}`;

module.exports = {
  address,
  addressOnInterface,
  allOnes,
  bitsOf,
  ipv4,
  lastOf,
  lengthOfMask,
  maskOf,
  network,
  networkOf,
  shownAddress,
  shownNetwork,
  tryAddress,
  tryNetwork,
};
