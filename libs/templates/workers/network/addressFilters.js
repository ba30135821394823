/** What netutils offers of IP addresses, networks and masks. */
const { TemplateProblem, checkLength, longestList } = require('../meter');
const v = require('../values');
const { named } = require('../arguments');
const ip = require('./addresses');
const { addressAttribute, interfaceAttribute, networkAttribute } = require('./addressAttributes');

function wholeNumber(value) {
  if (typeof value !== 'number' || !Number.isInteger(value)) throw new TemplateProblem('A whole number is wanted.');
  return BigInt(value);
}

const moved = (sign) => (value, by) => {
  const { version, number } = ip.address(value);
  return ip.shownAddress({ version, number: number + sign * wholeNumber(by) });
};

/** In digits of so many bits each. */
const digits = (base, each) => (value) => {
  const { version, number } = ip.address(value);
  return number.toString(base).padStart(ip.bitsOf[version] / each, '0');
};

/** Where a mask ends that has bits at all; undefined for what is none. */
function maskLength(value) {
  const found = ip.tryAddress(value);
  if (!found || found.number === 0n) return undefined;
  // A number is a mask of either version, as it has been.
  const length = found.number > ip.allOnes(32) ? undefined : ip.lengthOfMask(found.number, 32);
  return length ?? ip.lengthOfMask(found.number, 128);
}

function mustBeMask(value) {
  const length = maskLength(value);
  if (length === undefined) throw new TemplateProblem('The netmask is not valid.');
  return length;
}

/** The other bits of an IPv4 mask. */
function inverted(value) {
  const number = ip.ipv4(v.str(value));
  if (number === undefined) throw new TemplateProblem('The netmask is not valid.');
  return ip.shownAddress({ version: 4, number: number ^ ip.allOnes(32) });
}

const isWildcard = (value) => {
  if (!v.isText(value)) throw new TemplateProblem('A wildcard mask is a text.');
  if (!/^\d+\.\d+\.\d+\.\d+$/.test(value)) return false;
  const octets = value.split('.').map(Number);
  return (
    octets.every((octet) => octet <= 255) && maskLength(octets.map((octet) => 255 - octet).join('.')) !== undefined
  );
};

const netmask = (version) => (value) => {
  const bits = ip.bitsOf[version];
  if (!v.isNumber(value) || v.isFloat(value) || v.number(value) < 0 || v.number(value) > bits)
    throw new TemplateProblem(`A whole number between 0 and ${bits} is wanted.`);
  return ip.shownAddress({ version, number: ip.maskOf({ version, length: v.number(value) }) });
};

const classes = [
  [0x80n, 0n, 8],
  [0xc0n, 0x80n, 16],
  [0xe0n, 0xc0n, 24],
];

function isClassful(value) {
  const { version, number, length } = ip.network(value);
  return version === 4 && classes.some(([mask, bits, fits]) => ((number >> 24n) & mask) === bits && length === fits);
}

/** The two ends of `first-last`; undefined where it is no range. */
function tryRange(value) {
  if (!v.isText(value)) throw new TemplateProblem('A range of addresses is a text.');
  const ends = value.split('-');
  if (ends.length > 2) throw new TemplateProblem('A range of addresses has two ends.');
  const [first, last] = ends.map(ip.tryAddress);
  return first && last && first.version === last.version && first.number < last.number ? [first, last] : undefined;
}

function range(value) {
  const found = tryRange(value);
  if (!found) throw new TemplateProblem('That is no range of addresses, such as 10.0.0.1-10.0.0.9.');
  return found;
}

/** The first and the last address of a range, a network or an address. */
function endsOf(value) {
  if (v.isText(value) && value.includes('-')) {
    const [first, last] = range(value);
    return { version: first.version, first: first.number, last: last.number };
  }
  const found = ip.network(value);
  return { version: found.version, first: found.number, last: ip.lastOf(found) };
}

function isWithin(value, among) {
  const inner = endsOf(value);
  return (v.isText(among) ? [among] : v.items(among)).some((one) => {
    const outer = endsOf(one);
    if (outer.version !== inner.version) throw new TemplateProblem('IPv4 and IPv6 are compared.');
    return outer.first <= inner.first && inner.last <= outer.last;
  });
}

/** The first and the last address that hosts can have. */
function hostsOf(found) {
  const bits = ip.bitsOf[found.version];
  const isPlain = bits - found.length > 1;
  return {
    version: found.version,
    first: found.number + (isPlain ? 1n : 0n),
    last: ip.lastOf(found) - (isPlain && found.version === 4 ? 1n : 0n),
  };
}

function everyHost(found) {
  const { version, first, last } = hostsOf(found);
  checkLength(Number(last - first) + 1, longestList);
  return Array.from({ length: Number(last - first) + 1 }, (_, at) =>
    ip.shownAddress({ version, number: first + BigInt(at) }),
  );
}

/** The address at a place of a network, counted from its end where the place is negative. */
function placed(found, place) {
  const number = place < 0n ? ip.lastOf(found) + 1n + place : found.number + place;
  if (number < found.number || number > ip.lastOf(found)) throw new TemplateProblem('The network has no such address.');
  return ip.shownAddress({ version: found.version, number });
}

const isLink = ({ version, length }) => ip.bitsOf[version] - length === 1;
const firstUsable = (found) => placed(found, isLink(found) ? 0n : 1n);

function usable(value) {
  const found = ip.network(value);
  return `${firstUsable(found)} - ${isLink(found) ? placed(found, 1n) : placed(found, -2n)}`;
}

/** The other end of a link of two addresses. */
function peer(value) {
  const found = ip.addressOnInterface(value);
  const spare = ip.bitsOf[found.version] - found.length;
  if (spare !== 1 && spare !== 2) throw new TemplateProblem('A link has a prefix of two or of four addresses.');
  const around = ip.networkOf(found);
  const isOutside = spare === 2 && [around.number, ip.lastOf(around)].includes(found.ip.number);
  if (isOutside) throw new TemplateProblem('The address is not among those that hosts of the link can have.');
  const hosts = spare === 1 ? [0n, 1n] : [1n, 2n];
  const other = hosts.map((at) => around.number + at).find((number) => number !== found.ip.number);
  return ip.shownAddress({ version: found.version, number: other });
}

const ascending = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

const sortable = {
  address: (value) => ({ ...ip.address(value), shown: ip.shownAddress, length: 0 }),
  network: (value) => ({ ...ip.network(value), shown: ip.shownNetwork }),
  interface: (value) => {
    const found = ip.addressOnInterface(value);
    const around = ip.networkOf(found);
    const shown = () => `${ip.shownAddress(found.ip)}/${found.length}`;
    return { ...around, host: found.ip.number, shown };
  },
};

function sorted(value, type = 'network') {
  if (!Object.hasOwn(sortable, type)) throw new TemplateProblem('The type is address, interface or network.');
  if (!v.isList(value) && !(v.isText(value) && value.includes(',')))
    throw new TemplateProblem('A list of addresses is wanted, or a text with commas between them.');
  const items = (v.isList(value) ? [...value] : value.replaceAll(' ', '').split(',')).map(sortable[type]);
  if (new Set(items.map(({ version }) => version)).size > 1) throw new TemplateProblem('IPv4 and IPv6 are compared.');
  items.sort(
    (one, other) =>
      ascending(one.number, other.number) || one.length - other.length || ascending(one.host ?? 0n, other.host ?? 0n),
  );
  return items.map((one) => one.shown(one));
}

/** The most specific of the routes that lead to an address. */
function longestMatch(value, routes) {
  if (!v.isList(routes) || routes.length === 0) throw new TemplateProblem('A list of routes is wanted.');
  const to = ip.address(value);
  const found = routes
    .map((route) => {
      if (!v.isMap(route)) throw new TemplateProblem('A route has a `network` and a `mask`.');
      return ip.network(`${v.str(route.get('network'))}/${v.str(route.get('mask'))}`);
    })
    .filter((one) => one.version === to.version && one.number <= to.number && to.number <= ip.lastOf(one))
    .sort((one, other) => one.length - other.length);
  if (found.length === 0) throw new TemplateProblem('There is no route that matches.');
  return ip.shownNetwork(found.at(-1));
}

const addressFilters = {
  ip_to_hex: named([], digits(16, 4)),
  ip_to_bin: named([], digits(2, 1)),
  ip_addition: named(['val'], moved(1n)),
  ip_subtract: named(['val'], moved(-1n)),
  is_ip: named([], (value) => ip.tryAddress(value) !== undefined),
  is_ip_range: named([], (value) => v.isText(value) && value.includes('-') && tryRange(value) !== undefined),
  is_ip_within: named(['ip_compare'], isWithin),
  is_network: named([], (value) => v.str(value).includes('/') && ip.tryNetwork(value) !== undefined),
  is_classful: named([], isClassful),
  is_netmask: named([], (value) => maskLength(value) !== undefined),
  is_reversible_wildcardmask: named([], isWildcard),
  netmask_to_cidr: named([], mustBeMask),
  cidr_to_netmask: named([], netmask(4)),
  cidr_to_netmaskv6: named([], netmask(6)),
  netmask_to_wildcardmask: named([], (value) => {
    mustBeMask(value);
    return inverted(value);
  }),
  wildcardmask_to_netmask: named([], (value) => {
    if (!isWildcard(value)) throw new TemplateProblem('The wildcard mask is not valid.');
    return value
      .split('.')
      .map((octet) => 255 - Number(octet))
      .join('.');
  }),
  get_all_host: named([], (value) => everyHost(ip.network(value))),
  get_broadcast_address: named([], (value) => placed(ip.network(value), -1n)),
  get_first_usable: named([], (value) => firstUsable(ip.network(value))),
  get_usable_range: named([], usable),
  get_peer_ip: named([], peer),
  get_range_ips: named([], (value) => v.Tuple.from(range(value).map(ip.shownAddress))),
  get_ips_sorted: named(['sort_type'], sorted),
  ipaddress_address: named(['attr'], (value, attr) => addressAttribute(ip.address(value), v.str(attr))),
  ipaddress_interface: named(['attr'], (value, attr) => interfaceAttribute(ip.addressOnInterface(value), v.str(attr))),
  ipaddress_network: named(['attr', 'new_prefix', 'prefixlen_diff'], (value, attr, newPrefix, difference) =>
    networkAttribute(ip.network(value), v.str(attr), { newPrefix, difference }),
  ),
  longest_prefix_match: named(['routes'], longestMatch),
};

module.exports = { addressFilters, everyHost };
