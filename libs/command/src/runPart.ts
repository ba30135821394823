import { describeSettings, type Part, readSettings, type Settings, SettingsError } from '@plumbline/config';
import { health } from './health';
import { type EndingCommand, orTellWhy, refuse } from './orTellWhy';
import { readArguments } from './readArguments';
import { type StartTarget, serve } from './serve';

/** A part of the split form as a program of its own. */
export interface PartProgram {
  part: Part;
  /** Of its package. */
  version: string;
  start: StartTarget;
  /** What else it can be told to do. */
  commands: Readonly<Record<string, { summary: string; run: EndingCommand }>>;
}

/**
 * Does what the command line of a part says, as `plumbline` does it with `--target`: starts it, or does something and ends.
 * Resolves with the exit code.
 */
export async function runPart(program: PartProgram, argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  // What checks itself for those who develop with it does not here.
  process.env.NODE_ENV ??= 'production';
  const { part, version, start } = program;
  const [first, ...others] = argv;
  if (first === 'help' || argv.includes('--help') || argv.includes('-h')) return tell(helpText(program));
  if (first === 'version' || first === '--version') return tell(`${version}\n`);
  const isCommand = first !== undefined && !first.startsWith('-') && first !== 'start';
  if (!isCommand)
    return serve({
      readSettings: () => readPartSettings(part, env, first === 'start' ? others : argv),
      nameOf: () => part,
      version,
      isTraced: true,
      start: (settings, log, tracing, { ending }) => start(settings, log, tracing, ending),
    });
  if (first === 'health') return orTellWhy(askHealth(part, others, env));
  const command = program.commands[first];
  if (!command)
    return refuse(`plumbline-${part} has no command "${first}". All there are: ${commandsOf(program).join(', ')}.`);
  return orTellWhy(command.run(others, env));
}

const askHealth = async (part: Part, argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> =>
  health(targeted(part, argv), env);

/** The settings of a process of this part; another one it cannot be. */
export function readPartSettings(
  part: Part,
  env: NodeJS.ProcessEnv,
  argv: readonly string[],
  how: { alone?: boolean } = {},
): Settings {
  return readSettings(env, targeted(part, argv), how);
}

function targeted(part: Part, argv: readonly string[]): string[] {
  const { values, words, rest } = readArguments(argv, { values: ['target'] });
  const asked = values.get('target') ?? part;
  if (asked !== part) throw new SettingsError([`This program is ${part} alone, and cannot run ${asked}.`]);
  return [...words, ...rest, `--target=${part}`];
}

const commandsOf = ({ commands }: PartProgram): string[] => [
  'start',
  ...Object.keys(commands),
  'health',
  'version',
  'help',
];

function helpText(program: PartProgram): string {
  const { part, commands } = program;
  const summaries = {
    start: 'Run it until it is stopped; what is done without a command',
    ...Object.fromEntries(Object.entries(commands).map(([name, { summary }]) => [name, summary])),
    health: 'Ask the process on this machine whether it is ready',
    version: 'Show its version',
  };
  const width = Math.max(...Object.keys(summaries).map((name) => name.length));
  const rows = Object.entries(summaries).map(([name, summary]) => `  ${name.padEnd(width)}  ${summary}`);
  return `Plumbline's ${part}, as a process of its own.

Usage: plumbline-${part} [command] [options]

Commands:
${rows.join('\n')}

Settings:
${describeSettings(part)}
`;
}

function tell(text: string): number {
  process.stdout.write(text);
  return 0;
}
