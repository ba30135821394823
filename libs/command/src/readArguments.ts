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

/** Takes a command's own arguments out of those it was given: `--reset`, `--from-url URL`, `dump.jsonl`. */
export function readArguments(
  argv: readonly string[],
  own: { flags?: string[]; values?: string[]; lists?: string[] },
): Arguments {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const lists = new Map<string, string[]>();
  const words: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const argument = argv[at]!;
    const [, name = '', joined] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
    const next = () => (argv[at + 1] === undefined || argv[at + 1]!.startsWith('--') ? undefined : argv[++at]);
    if (own.flags?.includes(name) && joined === undefined) flags.add(name);
    else if (own.values?.includes(name)) values.set(name, joined ?? next() ?? '');
    else if (own.lists?.includes(name))
      lists.set(name, [...(lists.get(name) ?? []), ...(joined ?? next() ?? '').split(',').filter(Boolean)]);
    else if (name === '') words.push(argument);
    else if (joined !== undefined) rest.push(argument);
    else rest.push(argument, ...[next()].filter((value) => value !== undefined));
  }
  return { flags, values, lists, words, rest };
}

/** Refuses words where a command takes none. */
export function refuseWords(command: string, { words }: Arguments): void {
  if (words.length > 0)
    throw new UsageError(`${command} takes no ${words.join(' ')}. What it takes: plumbline ${command} --help`);
}
