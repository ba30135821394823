import { type CommandName, commandNames } from './commandPages';

/** What the program is asked to do, with the arguments that are left for it. */
export interface Command {
  name: CommandName | 'help' | 'version' | 'unknown';
  rest: readonly string[];
}

/**
 * Reads the command line after the program's name; without a command it is `start`. Of `help`, what is left is what to
 * tell of; of an unknown command, its name.
 */
export function readCommand(argv: readonly string[]): Command {
  const [first, ...others] = argv;
  const isOption = first?.startsWith('-') === true;
  if (argv.some((argument) => argument === '--help' || argument === '-h'))
    return { name: 'help', rest: first === undefined || isOption || first === 'help' ? [] : [first] };
  if (first === 'help') return { name: 'help', rest: others.slice(0, 1) };
  if (first === 'version' || first === '--version') return { name: 'version', rest: [] };
  if (first === undefined || isOption) return { name: 'start', rest: argv };
  const name = commandNames.find((command) => command === first);
  return name ? { name, rest: others } : { name: 'unknown', rest: [first] };
}
