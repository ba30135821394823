/** What Python's addresses and networks can be asked for by name, as `ipaddress_address` and its like do. */
const { TemplateProblem, checkLength, longestList } = require('../meter');
const v = require('../values');
const ip = require('./addresses');

const all = (...texts) => texts.map(ip.tryNetwork);

/** What the registries of IANA say of addresses. */
const special = {
  4: {
    private: all(
      '0.0.0.0/8',
      '10.0.0.0/8',
      '127.0.0.0/8',
      '169.254.0.0/16',
      '172.16.0.0/12',
      '192.0.0.0/24',
      '192.0.0.170/31',
      '192.0.2.0/24',
      '192.168.0.0/16',
      '198.18.0.0/15',
      '198.51.100.0/24',
      '203.0.113.0/24',
      '240.0.0.0/4',
    ),
    notPrivate: all('192.0.0.9/32', '192.0.0.10/32'),
    shared: all('100.64.0.0/10'),
    multicast: all('224.0.0.0/4'),
    reserved: all('240.0.0.0/4'),
    loopback: all('127.0.0.0/8'),
    linkLocal: all('169.254.0.0/16'),
    siteLocal: [],
  },
  6: {
    private: all(
      '::1/128',
      '::/128',
      '::ffff:0:0/96',
      '64:ff9b:1::/48',
      '100::/64',
      '2001::/23',
      '2001:db8::/32',
      '2002::/16',
      '3fff::/20',
      'fc00::/7',
      'fe80::/10',
    ),
    notPrivate: all('2001:1::1/128', '2001:1::2/128', '2001:3::/32', '2001:4:112::/48', '2001:20::/28', '2001:30::/28'),
    shared: [],
    multicast: all('ff00::/8'),
    reserved: all(
      '::/8',
      '100::/8',
      '200::/7',
      '400::/6',
      '800::/5',
      '1000::/4',
      '4000::/3',
      '6000::/3',
      '8000::/3',
      'a000::/3',
      'c000::/3',
      'e000::/4',
      'f000::/5',
      'f800::/6',
      'fe00::/9',
    ),
    loopback: all('::1/128'),
    linkLocal: all('fe80::/10'),
    siteLocal: all('fec0::/10'),
  },
};

/** Whether all from one address to another are in one of the networks. */
const within = (networks, { first, last }) => networks.some((one) => one.number <= first && last <= ip.lastOf(one));

/** The IPv4 address that an IPv6 address stands for. */
const mapped = ({ version, first, last }) =>
  version === 6 && first === last && first >> 32n === 0xffffn ? first & ip.allOnes(32) : undefined;

function isPrivate(span) {
  const inner = mapped(span);
  if (inner !== undefined) return isPrivate({ version: 4, first: inner, last: inner });
  const of = special[span.version];
  return within(of.private, span) && !within(of.notPrivate, span);
}

const is = {
  is_private: isPrivate,
  is_global: (span) => !within(special[span.version].shared, span) && !isPrivate(span),
  is_multicast: (span) => within(special[span.version].multicast, span),
  is_reserved: (span) => within(special[span.version].reserved, span),
  is_loopback: (span) => within(special[span.version].loopback, span),
  is_link_local: (span) => within(special[span.version].linkLocal, span),
  is_unspecified: ({ first, last }) => first === 0n && last === 0n,
};

/** An answer that is looked at as such by the next name of a path. */
class Found {
  constructor(kind, of) {
    this.kind = kind;
    this.of = of;
  }
}

function exact(number) {
  if (BigInt(Number(number)) !== number) throw new TemplateProblem('The number is too large to be told.');
  return Number(number);
}

const groups = ({ number }) => number.toString(16).padStart(32, '0');

function reversed(one) {
  const isFour = one.version === 4;
  const parts = isFour ? ip.shownAddress(one).split('.') : [...groups(one)];
  return `${parts.reverse().join('.')}.${isFour ? 'in-addr' : 'ip6'}.arpa`;
}

const exploded = (one) => (one.version === 4 ? ip.shownAddress(one) : groups(one).match(/.{4}/g).join(':'));
const address = (version, number) => new Found('address', { version, number });
const mask = (one) => address(one.version, ip.maskOf(one));
const hostMask = (one) => address(one.version, ip.maskOf(one) ^ ip.allOnes(ip.bitsOf[one.version]));

const common = {
  version: ({ version }) => version,
  max_prefixlen: ({ version }) => ip.bitsOf[version],
};

/** The mask, and the address with it in three ways. */
const masked = (host) => ({
  netmask: mask,
  hostmask: hostMask,
  with_prefixlen: (one) => `${host(one)}/${one.length}`,
  with_netmask: (one) => `${host(one)}/${shown(mask(one))}`,
  with_hostmask: (one) => `${host(one)}/${shown(hostMask(one))}`,
  compressed: (one) => `${host(one)}/${one.length}`,
});

const spanOf = {
  address: ({ version, number }) => ({ version, first: number, last: number }),
  network: (one) => ({ version: one.version, first: one.number, last: ip.lastOf(one) }),
  interface: (one) => spanOf.address(one.ip),
};

function hosts(one) {
  const { everyHost } = require('./addressFilters');
  return everyHost(one);
}

function wantedLength(one, { newPrefix, difference }, sign) {
  if (newPrefix !== undefined && newPrefix !== null) return v.number(newPrefix);
  return one.length + sign * (difference === undefined ? 1 : v.number(difference));
}

function subnets(one, given) {
  const length = wantedLength(one, given, 1);
  if (!Number.isInteger(length) || length < one.length || length > ip.bitsOf[one.version])
    throw new TemplateProblem('There are no subnets of that length.');
  const count = 2 ** (length - one.length);
  checkLength(count, longestList);
  const size = 1n << BigInt(ip.bitsOf[one.version] - length);
  return Array.from({ length: count }, (_, at) =>
    ip.shownNetwork({ version: one.version, length, number: one.number + size * BigInt(at) }),
  );
}

function supernet(one, given) {
  const length = wantedLength(one, given, -1);
  if (!Number.isInteger(length) || length < 0 || length > one.length)
    throw new TemplateProblem('There is no network of that length around it.');
  return new Found('network', ip.networkOf({ ip: one, version: one.version, length }));
}

const names = {
  address: {
    ...common,
    compressed: ip.shownAddress,
    exploded,
    reverse_pointer: reversed,
    __int__: ({ number }) => exact(number),
    __str__: ip.shownAddress,
    ipv4_mapped: (one) => {
      if (one.version === 4) throw new TemplateProblem('An IPv4 address is mapped to none.');
      const inner = mapped(spanOf.address(one));
      return inner === undefined ? null : address(4, inner);
    },
  },
  interface: {
    ...common,
    ...masked((one) => ip.shownAddress(one.ip)),
    ip: (one) => new Found('address', one.ip),
    network: (one) => new Found('network', ip.networkOf(one)),
    exploded: (one) => `${exploded(one.ip)}/${one.length}`,
    reverse_pointer: (one) => reversed(one.ip),
    __int__: (one) => exact(one.ip.number),
    __str__: (one) => `${ip.shownAddress(one.ip)}/${one.length}`,
  },
  network: {
    ...common,
    ...masked(ip.shownAddress),
    network_address: ({ version, number }) => address(version, number),
    broadcast_address: (one) => address(one.version, ip.lastOf(one)),
    prefixlen: ({ length }) => length,
    num_addresses: (one) => exact(ip.lastOf(one) - one.number + 1n),
    exploded: (one) => `${exploded(one)}/${one.length}`,
    hosts,
    subnets,
    supernet,
    __str__: ip.shownNetwork,
  },
};

const shown = (found) => (found instanceof Found ? names[found.kind].__str__(found.of) : found);

function looked(found, name, given) {
  const { kind, of } = found;
  if (Object.hasOwn(is, name)) return is[name](spanOf[kind](of));
  if (name === 'is_site_local' && of.version === 6) return within(special[6].siteLocal, spanOf[kind](of));
  if (Object.hasOwn(names[kind], name)) return names[kind][name](of, given);
  throw new TemplateProblem(`There is no “${name}” of an IP ${kind}.`);
}

/** Follows a path such as `network.netmask`. */
const followed =
  (kind) =>
  (of, path, given = {}) => {
    let found = new Found(kind, of);
    for (const name of path.split('.')) {
      if (!(found instanceof Found)) throw new TemplateProblem(`There is nothing behind “${name}”.`);
      found = looked(found, name, given);
    }
    return shown(found);
  };

module.exports = {
  addressAttribute: followed('address'),
  interfaceAttribute: followed('interface'),
  networkAttribute: followed('network'),
};
