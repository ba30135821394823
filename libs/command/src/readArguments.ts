import { noOption, settingOptions } from '@plumbline/config';
import { UsageError } from './usageError';

/** The arguments of a command: its own flags and options, words such as a file, and what is left for the settings. */
export interface Arguments {
  flags: ReadonlySet<string>;
  values: ReadonlyMap<string, string>;
  /** Options that may be given several times, or once with several values between commas. */
  lists: ReadonlyMap<string, string[]>;
  words: string[];
  rest: string[];
}

/** What a command takes beside the settings. */
export interface OwnArguments {
  flags?: readonly string[];
  values?: readonly string[];
  /** Those among the values that may be empty (`--email=`), which takes away what there is. */
  mayBeEmpty?: readonly string[];
  lists?: readonly string[];
}

/**
 * Takes a command's own arguments out of those it was given: `--reset`, `--from-url URL`, `dump.jsonl`. Throws a
 * `UsageError` where one is neither its own nor a setting, or has no value: a variable that is empty in a script would
 * else change what the command does.
 */
export function readArguments(argv: readonly string[], own: OwnArguments): Arguments {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const lists = new Map<string, string[]>();
  const words: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const argument = argv[at]!;
    const [, name = '', joined] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
    const next = () => (argv[at + 1] === undefined || argv[at + 1]!.startsWith('--') ? undefined : argv[++at]);
    if (own.flags?.includes(name)) {
      if (joined !== undefined) throw new UsageError(`--${name} takes no value: it is said, or it is not.`);
      flags.add(name);
    } else if (own.values?.includes(name)) {
      const value = joined ?? next();
      if (value === undefined || (value === '' && !own.mayBeEmpty?.includes(name))) throw needsValue(name);
      values.set(name, value);
    } else if (own.lists?.includes(name)) {
      const named = (joined ?? next() ?? '').split(',').filter(Boolean);
      if (named.length === 0) throw needsValue(name);
      lists.set(name, [...(lists.get(name) ?? []), ...named]);
    } else if (settingOptions.includes(name)) {
      if (joined !== undefined) rest.push(argument);
      else rest.push(argument, ...[next()].filter((value) => value !== undefined));
    } else if (argument.startsWith('-')) {
      throw unknownOption(argument, name, own);
    } else {
      words.push(argument);
    }
  }
  return { flags, values, lists, words, rest };
}

const needsValue = (name: string) => new UsageError(`--${name} needs a value: --${name}=…`);

function unknownOption(
  argument: string,
  name: string,
  { flags = [], values = [], lists = [] }: OwnArguments,
): UsageError {
  if (name === '') return new UsageError(`"${argument}" is not an option. Options are written --name or --name=value.`);
  return new UsageError(noOption(name, [...flags, ...values, ...lists, ...settingOptions]));
}

/** Refuses words where a command takes none. */
export function refuseWords(command: string, { words }: Arguments): void {
  if (words.length > 0)
    throw new UsageError(`${command} takes no ${words.join(' ')}. What it takes: plumbline ${command} --help`);
}
