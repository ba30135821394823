import { type EndingCommand, exitCodes, health, orTellWhy, refuse, type StartTarget, serve } from '@plumbline/command';
import { readSettings, SettingsError } from '@plumbline/config';
import { type CommandName, commandNames } from './commandPages';
import { helpText, noHelp } from './help';
import { readCommand } from './readCommand';
import { suggestion } from './suggestion';

export interface Invocation {
  /** Arguments after the program's name. */
  argv: readonly string[];
  env: NodeJS.ProcessEnv;
  /** The program's own entry file. */
  entry: string;
  version: string;
  startTarget: StartTarget;
}

/** Does what the command line says and resolves with the exit code, for servers after they were asked to stop. */
export async function runCommand(invocation: Invocation): Promise<number> {
  const { name, rest } = readCommand(invocation.argv);
  switch (name) {
    case 'help':
      return help(rest[0]);
    case 'unknown':
      return refuse(
        `There is no command "${rest[0]}"${suggestion(rest[0]!, commandNames)} All there are: plumbline help`,
      );
    case 'version':
      process.stdout.write(`${invocation.version}\n`);
      return exitCodes.done;
    case 'start':
    case 'split':
      return start(name, rest, invocation);
    default:
      return orTellWhy((await commands[name]())(rest, invocation.env));
  }
}

function help(topic: string | undefined): number {
  const text = helpText(topic);
  if (text === undefined) return refuse(noHelp(topic!));
  process.stdout.write(text);
  return exitCodes.done;
}

/** Each is loaded when it is wanted: a health check has no use for seven services. */
const commands = {
  app: async () => (await import('./app.js')).app,
  draft: async () => (await import('./draft.js')).draft,
  user: async () => (await import('./user.js')).user,
  migrate: async () => (await import('./migrate.js')).migrate,
  health: async () => health,
  doctor: async () => (await import('./doctor.js')).doctor,
  audit: async () => (await import('./audit.js')).audit,
  dump: async () => (await import('./dump.js')).dump,
  restore: async () => (await import('./restore.js')).restore,
  'nats-config': async () => (await import('./natsConfig.js')).natsConfig,
  keys: async () => (await import('./keys.js')).keys,
  'hand-out': async () => (await import('@plumbline/process')).handOut,
  import: async () => (await import('./import.js')).importFrom,
  'device-types': async () => (await import('./deviceTypes.js')).deviceTypes,
} satisfies Record<Exclude<CommandName, 'start' | 'split'>, () => Promise<EndingCommand>>;

const start = (name: 'start' | 'split', rest: readonly string[], invocation: Invocation): Promise<number> => {
  const isSupervisor = name === 'split';
  return serve({
    readSettings: () => {
      const settings = readSettings(invocation.env, rest);
      if (isSupervisor && settings.target !== 'all')
        throw new SettingsError(['split runs every target; leave --target out.']);
      return settings;
    },
    nameOf: ({ target }) => (isSupervisor ? 'supervisor' : target),
    version: invocation.version,
    isTraced: !isSupervisor,
    start: async (settings, log, tracing, { fail: onFatalExit, ending }) =>
      isSupervisor
        ? (await import('../supervisor/startSplit.js')).startSplit({
            ...invocation,
            settings,
            log,
            onFatalExit,
          })
        : invocation.startTarget(settings, log, tracing, ending),
  });
};
