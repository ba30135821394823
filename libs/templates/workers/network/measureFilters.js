/** What netutils offers of bandwidths, of times and of the texts of configurations. */
const { TemplateProblem } = require('../meter');
const v = require('../values');
const { named, ofText } = require('../arguments');
const { fixed } = require('../format');
const { replaced } = require('../methods');

const prefixes = ['', 'K', 'M', 'G', 'T', 'P', 'E', 'Z'];

/** Bits per second in one of each unit: `Mbps` and `MBps`. */
const bitsIn = new Map(
  prefixes.flatMap((prefix, power) => [
    [`${prefix}bps`, 1000 ** power],
    [`${prefix}Bps`, 8 * 1000 ** power],
  ]),
);

function unitOf(name) {
  const bits = bitsIn.get(name);
  if (bits === undefined) throw new TemplateProblem(`There is no unit “${v.str(name).slice(0, 50)}” of bandwidths.`);
  return { name, bits, isBytes: name.endsWith('Bps') };
}

/** `10 Gbit/s`, `10Gb` and `10Gbps` are one. */
function bandwidth(value) {
  const shown = v.isText(value) ? value.replaceAll(' ', '').replaceAll('bit', 'b').replaceAll('b/s', 'b') : '';
  const [, number, unit, rest] = /^(\d+(?:\.\d*)?|\.\d+)([KMGTPEZ]?[bB])(ps)?/.exec(shown) ?? [];
  if (number === undefined || (rest === undefined && !/[bB]$/.test(shown)))
    throw new TemplateProblem(`“${v.str(value).slice(0, 100)}” is no bandwidth such as 10Gbps.`);
  return { number: Number(number), unit: unitOf(`${unit}ps`) };
}

function bits(value) {
  const { number, unit } = bandwidth(value);
  return Math.trunc(number * unit.bits);
}

function bytes(value) {
  const { number, unit } = bandwidth(value);
  return new v.Float((number * unit.bits) / 8);
}

/** A fraction with so many places, which a whole number does not show unless it is asked for. */
function places(number, digits = 0, isWhole = false) {
  const count = v.number(digits);
  if (!Number.isInteger(count) || count < 0 || count > 100) throw new TemplateProblem('There are 0 to 100 places.');
  const found = Number(fixed(number, count));
  return v.str(isWhole && count === 0 ? found : new v.Float(found));
}

/** The largest unit that there is at least one of. */
function nameOfBits(value, digits = 0) {
  if (typeof value !== 'number' || value < 0 || value >= 1000 ** prefixes.length)
    throw new TemplateProblem('A whole number of bits per second is wanted.');
  const power = Math.max(
    0,
    prefixes.findLastIndex((_, at) => value >= 1000 ** at),
  );
  if (power === 0) return `${value}bps`;
  return `${places(value / 1000 ** power, digits, true)}${prefixes[power]}bps`;
}

/** The largest unit that there are at least eight of. */
function nameOfBytes(value, digits = 0) {
  if (!v.isFloat(value) || !(value.value >= 0) || value.value >= 8 * 1000 ** prefixes.length)
    throw new TemplateProblem('Bytes per second are given as a fraction, such as 10000.0.');
  const power = Math.max(
    0,
    prefixes.findLastIndex((_, at) => value.value >= 8 * 1000 ** at),
  );
  return `${places(value.value / 1000 ** power, digits)}${prefixes[power]}Bps`;
}

function converted(value, name, digits = 0) {
  const { number, unit } = bandwidth(value);
  const to = unitOf(name);
  const isWhole = to.name === 'bps' && !unit.isBytes;
  return `${places((number * unit.bits) / to.bits, digits, isWhole)}${to.name}`;
}

const seconds = { years: 31_536_000, weeks: 604_800, days: 86_400, hours: 3600, minutes: 60, seconds: 1 };

/** `1 day, 2 hours` of a number of seconds. */
function uptime(value) {
  if (!v.isNumber(value)) throw new TemplateProblem('A number of seconds is wanted.');
  let rest = Math.floor(v.number(value));
  const parts = [];
  for (const [unit, size] of Object.entries(seconds)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count !== 0) parts.push(`${count} ${count === 1 ? unit.slice(0, -1) : unit}`);
  }
  return parts.join(', ');
}

const long = (unit) => String.raw`(?:(?<${unit}>\d{1,9}) ${unit.slice(0, -1)}s?,\s{1,9})?`;
const short = (unit) => `(?:(?<${unit}>\\d{1,9})${unit[0]})?`;

/** How devices show for how long they have been up. */
const uptimes = [
  new RegExp(
    `${long('years')}${long('weeks')}${long('days')}${long('hours')}${String.raw`(?<minutes>\d{1,9}) minutes?`}`,
  ),
  new RegExp(`${long('days')}${String.raw`(?<hours>\d{1,9}):(?<minutes>\d{1,9}):(?<seconds>\d{1,9})`}`),
  new RegExp(
    `(?:${short('years')}(?<weeks>\\d{1,9})w)?${short('days')}${short('hours')}${short('minutes')}(?<seconds>\\d{1,9})s`,
  ),
];

function uptimeSeconds(value) {
  if (!v.isText(value) || value.length > 1000) throw new TemplateProblem('A time such as 1 day, 2 hours is wanted.');
  for (const pattern of uptimes) {
    const found = pattern.exec(value);
    if (found)
      return Object.entries(found.groups).reduce((sum, [unit, count]) => sum + Number(count ?? 0) * seconds[unit], 0);
  }
  throw new TemplateProblem(`“${value.slice(0, 100)}” is no time such as 1 day, 2 hours, 3 minutes.`);
}

const caret = '^C';

function withDelimiter(value, from, to) {
  const changed = replaced(value, from, to);
  return to === caret ? changed.replace(/\^C+/g, caret) : changed;
}

/** What shows the configuration of a device whose platform is written as netmiko does, where it is not `show run`. */
const commands = {
  'show running-config': `adva_fsp150f2 arista_eos aruba_os aruba_osswitch aruba_procurve ciena_saos10 cisco_ios
    cisco_nxos cisco_xr dell_os10 dell_os9 extreme_slx extreme_vsp hp_procurve ruckus_fastiron`,
  'show running-config delta': 'adva_fsp150f3',
  'clish -c "show configuration"': 'checkpoint_gaia',
  'configuration show brief': 'ciena_saos',
  'show run-config commands': 'cisco_wlc',
  'show configuration': 'extreme_exos ubiquiti_edge ubiquiti_edgerouter ubiquiti_edgeswitch vyos',
  'show full-configuration': 'fortinet',
  'display current-configuration': 'hp_comware',
  'show configuration | display set': 'juniper_junos',
  '/export': 'mikrotik_routeros',
  info: 'nokia_srl rad_etx',
  'admin display-config': 'nokia_sros',
};
const commandOf = new Map(
  Object.entries(commands).flatMap(([command, platforms]) => platforms.split(/\s+/).map((one) => [one, command])),
);

const measureFilters = {
  name_to_bits: named([], bits),
  name_to_bytes: named([], bytes),
  bits_to_name: named(['nbr_decimal'], nameOfBits),
  bytes_to_name: named(['nbr_decimal'], nameOfBytes),
  name_to_name: named(['speed_type', 'nbr_decimal'], converted),
  uptime_seconds_to_string: named([], uptime),
  uptime_string_to_seconds: named([], uptimeSeconds),
  delimiter_change: ofText(['from_delimiter', 'to_delimiter'], withDelimiter),
  // The delimiter stands before the filter.
  normalise_delimiter_caret_c: named(['config'], (delimiter, config) => withDelimiter(v.str(config), delimiter, caret)),
  get_running_config_command: ofText([], (platform) => commandOf.get(platform.toLowerCase()) ?? 'show run'),
};

module.exports = { measureFilters };
