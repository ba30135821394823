import { isIPv4, isIPv6 } from 'node:net';
import { runInNewContext } from 'node:vm';
import type { VariableDescription } from './description';
import { isStorable } from './storableText';

/** What is wrong with each value, by name. */
export type ValueErrors = Record<string, string[]>;

/** Values as they are kept with a run, and those among them that name objects and still have to be found. */
export interface Checked {
  values: Record<string, unknown>;
  errors: ValueErrors;
  objects: { name: string; model: string; many: boolean; named: unknown[] }[];
}

/** Longest text a value may have; more belongs into a file. */
const longestText = 100_000;
const mostChoices = 1_000;
const patternMilliseconds = 250;

type CheckedValue = { value: unknown } | { problem: string };
const fine = (value: unknown): CheckedValue => ({ value });
const wrong = (problem: string): CheckedValue => ({ problem });

/**
 * Looks at what somebody wants to run a job with; `files` are the names of those variables for which a file came along.
 * A form sends texts only, which are read as what they stand for.
 */
export function checkValues(
  variables: readonly VariableDescription[],
  data: Record<string, unknown>,
  files: ReadonlySet<string> = new Set(),
): Checked {
  // Whoever fills in a form chooses the names.
  const checked: Checked = { values: Object.create(null), errors: Object.create(null), objects: [] };
  const known = new Map(variables.map((variable) => [variable.name, variable]));
  for (const name of [...Object.keys(data), ...files])
    if (!known.has(name)) checked.errors[name] = ['Job data contained an unknown property'];
  for (const variable of variables) {
    const { name, required, type } = variable;
    if (files.has(name)) {
      if (type !== 'FileVar') checked.errors[name] = ['A file was sent where a value belongs.'];
      continue;
    }
    const given = Object.hasOwn(data, name) ? data[name] : variable.default;
    if (isNothing(given)) {
      if (type === 'BooleanVar' || type === 'DryRunVar') checked.values[name] = false;
      else if (required) checked.errors[name] = ['This field is required.'];
      else if (type === 'MultiChoiceVar' || type === 'MultiObjectVar') checked.values[name] = [];
      continue;
    }
    if (type === 'ObjectVar' || type === 'MultiObjectVar') {
      nameObjects(variable, given, checked);
      continue;
    }
    const result = checkValue(variable, given);
    if ('problem' in result) checked.errors[name] = [result.problem];
    else checked.values[name] = result.value;
  }
  return checked;
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

function nameObjects({ name, model, type }: VariableDescription, given: unknown, { errors, objects }: Checked): void {
  const many = type === 'MultiObjectVar';
  const named = many ? (Array.isArray(given) ? given : [given]) : [given];
  if (named.length > mostChoices) errors[name] = [`Name at most ${mostChoices} objects.`];
  else if (named.some((one) => !isNaming(one)))
    errors[name] = ['Name an object by its id or by a dictionary of attributes.'];
  else objects.push({ name, model: model!, many, named });
}

const isNaming = (value: unknown): boolean =>
  typeof value === 'string' ||
  typeof value === 'number' ||
  (typeof value === 'object' && value !== null && !Array.isArray(value));

function checkValue(variable: VariableDescription, given: unknown): CheckedValue {
  switch (variable.type) {
    case 'IntegerVar':
      return checkInteger(variable, given);
    case 'BooleanVar':
    case 'DryRunVar':
      return checkBoolean(given);
    case 'ChoiceVar':
      return checkChoice(variable, given);
    case 'MultiChoiceVar':
      return checkChoices(variable, given);
    case 'FileVar':
      return wrong('No file was submitted. Check the encoding type on the form.');
    case 'IPAddressVar':
      return typeof given === 'string' && versionOf(given) ? fine(given) : wrong('Invalid IPv4/IPv6 address format');
    case 'IPAddressWithMaskVar':
    case 'IPNetworkVar':
      return checkNetwork(variable, given);
    default:
      return checkText(variable, given);
  }
}

function checkText({ min_length, max_length, regex, regex_flags }: VariableDescription, given: unknown): CheckedValue {
  const isScalar = typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean';
  if (!isScalar) return wrong('Not a valid string.');
  const text = String(given);
  const most = Math.min(max_length ?? longestText, longestText);
  if (text.includes('\0')) return wrong('Null characters are not allowed.');
  if (!isStorable(text)) return wrong('Not a valid string.');
  if (min_length !== undefined && text.length < min_length)
    return wrong(`Ensure this value has at least ${min_length} characters (it has ${text.length}).`);
  if (text.length > most) return wrong(`Ensure this value has at most ${most} characters (it has ${text.length}).`);
  return regex === undefined || matches(regex, regex_flags, text) ? fine(text) : wrong('Enter a valid value.');
}

/** The author of the job wrote the expression, and whoever runs it the text: together they may take for ever. */
function matches(source: string, flags: string | undefined, text: string): boolean {
  try {
    return runInNewContext(
      'new RegExp(source, flags).test(text)',
      { source: `(?<![^])(?:${source})`, flags, text },
      { timeout: patternMilliseconds },
    );
  } catch {
    return false;
  }
}

function checkInteger({ min_value, max_value }: VariableDescription, given: unknown): CheckedValue {
  const isWhole = typeof given === 'number' || (typeof given === 'string' && /^\s*[-+]?\d+\s*$/.test(given));
  const number = Number(given);
  if (!isWhole || !Number.isSafeInteger(number)) return wrong('Enter a whole number.');
  if (min_value !== undefined && number < min_value)
    return wrong(`Ensure this value is greater than or equal to ${min_value}.`);
  if (max_value !== undefined && number > max_value)
    return wrong(`Ensure this value is less than or equal to ${max_value}.`);
  return fine(number);
}

function checkBoolean(given: unknown): CheckedValue {
  const word = typeof given === 'string' ? given.toLowerCase() : given;
  if (word === true || word === 'true' || word === 'on' || word === '1' || word === 1) return fine(true);
  if (word === false || word === 'false' || word === 'off' || word === '0' || word === 0) return fine(false);
  return wrong('Must be true or false.');
}

function checkChoice({ choices = [] }: VariableDescription, given: unknown): CheckedValue {
  return choices.some(([value]) => value === given)
    ? fine(given)
    : wrong(`Select a valid choice. ${shown(given)} is not one of the available choices.`);
}

function checkChoices(variable: VariableDescription, given: unknown): CheckedValue {
  const all = Array.isArray(given) ? given : [given];
  if (all.length > mostChoices) return wrong(`Choose at most ${mostChoices}.`);
  const problem = all.map((one) => checkChoice(variable, one)).find((result) => 'problem' in result);
  return problem ?? fine([...new Set(all)]);
}

function checkNetwork(variable: VariableDescription, given: unknown): CheckedValue {
  const { type, min_prefix_length, max_prefix_length } = variable;
  const [address = '', length = '', ...more] = typeof given === 'string' ? given.split('/') : [];
  const bits = versionOf(address) === 4 ? 32 : 128;
  if (!versionOf(address) || more.length > 0) return wrong('Invalid IPv4/IPv6 address format');
  if (!/^\d{1,3}$/.test(length) || Number(length) > bits)
    return wrong(length === '' ? 'CIDR mask (e.g. /24) is required.' : 'Invalid IPv4/IPv6 prefix length');
  if (min_prefix_length !== undefined && Number(length) < min_prefix_length)
    return wrong(`Prefix length must be greater than or equal to ${min_prefix_length}.`);
  if (max_prefix_length !== undefined && Number(length) > max_prefix_length)
    return wrong(`Prefix length must be less than or equal to ${max_prefix_length}.`);
  if (type === 'IPNetworkVar' && !isNetwork(address, Number(length)))
    return wrong(`${given} is not a valid prefix: it has bits beyond its length.`);
  return fine(given);
}

const versionOf = (address: string): 4 | 6 | undefined =>
  isIPv4(address) ? 4 : isIPv6(address) && !address.includes('%') ? 6 : undefined;

/** Whether no bit beyond the prefix is set. */
function isNetwork(address: string, length: number): boolean {
  const { bits, value } = bitsOf(address);
  return (value & ((1n << BigInt(bits - length)) - 1n)) === 0n;
}

function bitsOf(address: string): { bits: number; value: bigint } {
  if (isIPv4(address)) return { bits: 32, value: ofGroups(address.split('.').map(BigInt), 8n) };
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  const last = dotted ? ofGroups(dotted[2]!.split('.').map(BigInt), 8n) : 0n;
  const text = dotted ? `${dotted[1]}${(last >> 16n).toString(16)}:${(last & 0xffffn).toString(16)}` : address;
  const [head = '', tail] = text.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':').map((group) => BigInt(`0x${group}`)));
  const [left, right] = [groups(head), groups(tail ?? '')];
  const filled = [...left, ...Array<bigint>(8 - left.length - right.length).fill(0n), ...right];
  return { bits: 128, value: ofGroups(filled, 16n) };
}

const ofGroups = (groups: bigint[], width: bigint): bigint =>
  groups.reduce((value, group) => (value << width) | group, 0n);

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 100);
