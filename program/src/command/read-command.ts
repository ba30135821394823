const words = ['start', 'split', 'draft', 'migrate', 'health', 'doctor', 'audit', 'dump', 'restore', 'import'] as const;

/** What the program is asked to do, with the arguments that are left for the settings. */
export interface Command {
  name: (typeof words)[number] | 'help' | 'version';
  rest: readonly string[];
}

/** Reads the command line after the program's name; without a command it is `start`. */
export function readCommand(argv: readonly string[]): Command {
  const [first, ...others] = argv;
  if (argv.some((argument) => argument === '--help' || argument === '-h')) return { name: 'help', rest: [] };
  if (argv.includes('--version')) return { name: 'version', rest: [] };
  const name = words.find((word) => word === first);
  return name ? { name, rest: others } : { name: 'start', rest: argv };
}
