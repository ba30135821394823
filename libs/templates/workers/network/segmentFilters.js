/** What netutils offers of MAC addresses, VLANs and autonomous systems. */
const { join } = require('node:path');
const { readFileSync } = require('node:fs');
const { TemplateProblem, tick, list, checkLength, longestList } = require('../meter');
const v = require('../values');
const { named } = require('../arguments');
const { runs } = require('./interfaceFilters');

const formats = {
  MAC_COLON_TWO: [2, ':'],
  MAC_COLON_FOUR: [4, ':'],
  MAC_DASH_TWO: [2, '-'],
  MAC_DASH_FOUR: [4, '-'],
  MAC_DOT_TWO: [2, '.'],
  MAC_DOT_FOUR: [4, '.'],
  MAC_NO_SPECIAL: [12, ''],
};

const written = (digits, [count, sign]) => digits.match(new RegExp(`.{${count}}`, 'g')).join(sign);

/** The digits of a MAC address and how it is written; undefined for what is none. */
function tryMac(value) {
  if (!v.isText(value)) throw new TemplateProblem(`A MAC address is a text, not ${v.kindOf(value)}.`);
  const digits = value.replace(/[:.-]/g, '');
  if (!/^[0-9a-fA-F]{12}$/.test(digits)) return undefined;
  const type = Object.keys(formats).find((name) => written(digits, formats[name]) === value);
  return type === undefined ? undefined : { digits, type };
}

function mac(value) {
  const found = tryMac(value);
  if (!found) throw new TemplateProblem(`“${value.slice(0, 100)}” is no MAC address.`);
  return found;
}

function formatted(value, name = 'MAC_NO_SPECIAL') {
  if (!Object.hasOwn(formats, v.str(name)))
    throw new TemplateProblem(`MAC addresses are written as ${Object.keys(formats).join(', ')}.`);
  return written(mac(value).digits, formats[name]);
}

/** Who has been given the first three octets: lines of six digits and a name, in order; read when first asked for. */
let vendors;
function vendorOf(value) {
  const prefix = mac(value).digits.slice(0, 6).toLowerCase();
  vendors ??= `\n${readFileSync(join(__dirname, 'vendors.txt'), 'utf8')}`;
  tick(32);
  const at = vendors.indexOf(`\n${prefix} `);
  if (at < 0) throw new TemplateProblem(`Nobody is known to have been given ${prefix}.`);
  return vendors.slice(at + 8, vendors.indexOf('\n', at + 1));
}

const lastVlan = 4094;

/** `1-3,7` of 1, 2, 3 and 7, in lines of so many characters. */
function vlanConfig(value, first = 48, other = 44, least = 3, mayBeEmpty = false) {
  const ids = [...new Set(v.items(value))].sort(v.compare);
  if (ids.length === 0 && v.truth(mayBeEmpty)) return [];
  if (ids.length === 0 || !ids.every((id) => typeof id === 'number')) throw new TemplateProblem('VLAN IDs are wanted.');
  if (!(v.number(least) >= 1)) throw new TemplateProblem('A range is of one VLAN at least.');
  if (v.number(least) > 1 && (ids[0] < 1 || ids.at(-1) > lastVlan))
    throw new TemplateProblem(`VLAN IDs are from 1 to ${lastVlan}.`);
  const shown = runs(ids).flatMap(([from, to]) => {
    if (v.number(least) > 1 && to - from + 1 >= v.number(least)) return [`${from}-${to}`];
    return Array.from({ length: to - from + 1 }, (_, at) => String(from + at));
  });
  return inLines(shown, v.number(first), v.number(other));
}

function inLines(parts, first, other) {
  const lines = [];
  let line = '';
  for (const part of parts) {
    const longer = line === '' ? part : `${line},${part}`;
    const isWithin = longer.length <= (lines.length === 0 ? first : other);
    if (!isWithin && line === '') throw new TemplateProblem('The lines are too short for it.');
    if (!isWithin) lines.push(line);
    line = isWithin ? longer : part;
  }
  return list([...lines, line]);
}

function vlansOf(value) {
  const parts = v.isText(value) && /[\d-]$/.test(value) ? (value.match(/\d+(-\d+)?/g) ?? []) : [];
  if (parts.length === 0) throw new TemplateProblem('VLAN IDs are written as in 1-3,7.');
  const ids = parts.flatMap((part) => {
    const [from, to = from] = part.split('-').map(Number);
    if (Math.max(from, to) > lastVlan) throw new TemplateProblem(`VLAN IDs are from 1 to ${lastVlan}.`);
    return to < from ? [from, to] : Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
  checkLength(ids.length, longestList);
  return ids.sort((one, other) => one - other);
}

function wholeOf(text) {
  if (!/^\s*[+-]?\d+\s*$/.test(text)) throw new TemplateProblem(`“${text}” is no AS number.`);
  return Number(text);
}

/** `65000.1` as one number. */
function asNumber(value) {
  if (!v.isText(value)) throw new TemplateProblem('The number of an AS is given as a text.');
  if (!value.includes('.')) return wholeOf(value);
  const [high, low] = value.split('.').map(wholeOf);
  if (low > 65_535 || low < 0 || high < 0) throw new TemplateProblem(`“${value}” is no AS number.`);
  return high * 65_536 + low;
}

/** A number as `65000.1`, where it is so large. */
function asDotted(value) {
  const number = v.isText(value) ? wholeOf(value) : value;
  if (!Number.isInteger(number) || number < 1 || number >= 2 ** 32)
    throw new TemplateProblem('AS numbers are from 1 to 4294967295.');
  return number < 65_536 ? String(number) : `${Math.floor(number / 65_536)}.${number % 65_536}`;
}

const segmentFilters = {
  is_valid_mac: named([], (value) => tryMac(value) !== undefined),
  mac_to_format: named(['frmt'], formatted),
  mac_to_int: named([], (value) => Number.parseInt(mac(value).digits, 16)),
  mac_type: named([], (value) => mac(value).type),
  mac_normalize: named([], (value) => mac(value).digits),
  get_oui: named([], vendorOf),
  vlanlist_to_config: named(['first_line_len', 'other_line_len', 'min_grouping_size', 'return_empty'], vlanConfig),
  vlanconfig_to_list: named([], vlansOf),
  asn_to_int: named([], asNumber),
  int_to_asdot: named([], asDotted),
};

module.exports = { segmentFilters };
