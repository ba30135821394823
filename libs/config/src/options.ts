import { allDefinitions } from './definitions';
import { nearest } from './nearest';

/** The names of the options that are settings. */
export const settingOptions: readonly string[] = allDefinitions.flatMap(({ option }) => option ?? []);

/** Reads `--name=value` and `--name value`; what is no known option becomes a problem that suggests the nearest one. */
export function readOptions(argv: readonly string[], problems: string[]): Map<string, string> {
  const options = new Map<string, string>();
  for (let at = 0; at < argv.length; at++) {
    const argument = argv[at] as string;
    const [, name, joined] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
    if (name === undefined) {
      problems.push(`"${argument}" is not an option. Options are written --name=value.`);
    } else if (!settingOptions.includes(name)) {
      problems.push(noOption(name, settingOptions));
      if (joined === undefined && isValue(argv[at + 1])) at++;
    } else {
      const value = joined ?? (isValue(argv[at + 1]) ? argv[++at] : undefined);
      if (value) options.set(name, value);
      else problems.push(`--${name} needs a value: --${name}=…`);
    }
  }
  return options;
}

function isValue(argument: string | undefined): boolean {
  return argument !== undefined && !argument.startsWith('--');
}

/** That a name is no option, and which of those there are may be meant. */
export function noOption(name: string, known: readonly string[]): string {
  const likely = nearest(name, known);
  const suggestion = likely
    ? `Did you mean --${likely}?`
    : `Known options: ${known.map((option) => `--${option}`).join(', ')}.`;
  return `--${name} is not an option. ${suggestion}`;
}
