import { ensureSecretKey, readSettings, SettingsError } from '@plumbline/config';
import { createLog, type Log } from '@plumbline/log';
import { loadTracing, type Tracing } from '@plumbline/tracing';
import { listeningProblem } from '../start/listeningProblem';
import type { RunningTarget } from '../start/runningTarget';
import type { StartTarget } from '../start/target';
import { ready } from '../supervisor/keepRunning';
import { type CommandName, commandNames } from './commandPages';
import { exitCodes } from './exitCodes';
import { helpText, noHelp } from './help';
import { readCommand } from './readCommand';
import { createStopRequest, type StopRequest } from './stopRequest';
import { suggestion } from './suggestion';
import { UsageError } from './usageError';

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
      return serve(name, rest, invocation);
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

function refuse(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return exitCodes.settings;
}

/** A command that does something and ends: what it was given, and the exit code. */
type EndingCommand = (argv: readonly string[], env: NodeJS.ProcessEnv) => Promise<number>;

/** Each is loaded when it is wanted: a health check has no use for seven services. */
const commands = {
  app: async () => (await import('./app.js')).app,
  draft: async () => (await import('./draft.js')).draft,
  user: async () => (await import('./user.js')).user,
  migrate: async () => (await import('./migrate.js')).migrate,
  health: async () => (await import('./health.js')).health,
  doctor: async () => (await import('./doctor.js')).doctor,
  audit: async () => (await import('./audit.js')).audit,
  dump: async () => (await import('./dump.js')).dump,
  restore: async () => (await import('./restore.js')).restore,
  'nats-config': async () => (await import('./natsConfig.js')).natsConfig,
  keys: async () => (await import('./keys.js')).keys,
  'hand-out': async () => (await import('./handOut.js')).handOut,
  import: async () => (await import('./import.js')).importFrom,
  'device-types': async () => (await import('./deviceTypes.js')).deviceTypes,
} satisfies Record<Exclude<CommandName, 'start' | 'split'>, () => Promise<EndingCommand>>;

async function serve(name: 'start' | 'split', rest: readonly string[], invocation: Invocation): Promise<number> {
  let log: Log | undefined;
  let tracing: Tracing | undefined;
  try {
    const settings = await ensureSecretKey(readSettings(invocation.env, rest));
    if (name === 'split' && settings.target !== 'all')
      throw new SettingsError(['split runs every target; leave --target out.']);
    const isSupervisor = name === 'split';
    if (!isSupervisor)
      tracing = await loadTracing(settings, invocation.version, (trouble) => tellOfTraces(trouble, log));
    log = createLog({
      name: isSupervisor ? 'supervisor' : settings.target,
      level: settings.logLevel,
      format: settings.logFormat,
      ...(tracing ? { context: () => tracing?.ids() ?? {} } : {}),
    });
    const stopRequest = createStopRequest(log);
    const starting = isSupervisor
      ? (await import('../supervisor/startSplit.js')).startSplit({
          ...invocation,
          settings,
          log,
          onHopeless: stopRequest.fail,
        })
      : invocation.startTarget(settings, log, tracing);
    return await untilStopped(await starting, stopRequest, log, tracing);
  } catch (error) {
    if (error instanceof SettingsError) {
      process.stderr.write(`${error.message}\n`);
      return exitCodes.settings;
    }
    const sentence = connectionProblem(error) ?? listeningProblem(error);
    if (sentence !== undefined) {
      process.stderr.write(`${sentence}\n`);
      return exitCodes.failed;
    }
    if (log) log.fatal({ error }, 'could not start');
    else process.stderr.write(`Plumbline could not start: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCodes.failed;
  }
}

/** What keeps us from the database or the broker is told in a sentence already. */
const connectionProblem = (error: unknown): string | undefined =>
  error instanceof Error && ['TlsProblem', 'BrokerProblem'].includes(error.name) ? error.message : undefined;

/** Whoever looks for traces learns why there are none; requests are served all the same. */
function tellOfTraces(trouble: string | undefined, log: Log | undefined): void {
  if (trouble === undefined) log?.info('the collector takes traces again');
  else log?.warn({ trouble }, 'the collector does not take traces; they are lost');
}

/** The exit code of a command; when it fails, its error is told in a line. */
async function orTellWhy(command: Promise<number>): Promise<number> {
  try {
    return await command;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof SettingsError || error instanceof UsageError ? exitCodes.settings : exitCodes.failed;
  }
}

async function untilStopped(
  running: RunningTarget,
  stopRequest: StopRequest,
  log: Log,
  tracing: Tracing | undefined,
): Promise<number> {
  if (running.address) log.info({ address: running.address }, 'started');
  process.send?.(ready);
  void running.announce?.();
  const exitCode = await stopRequest.made;
  await running.stop();
  await tracing?.stop();
  log.info('stopped');
  return exitCode;
}
