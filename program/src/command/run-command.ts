import { ensureSecretKey, readSettings, SettingsError } from '@plumbline/config';
import { createLog, type Log } from '@plumbline/log';
import { auditEverything, tellOn, verdict } from '../audit';
import { draftMigrations } from '../schema/draft';
import type { RunningTarget, StartTarget } from '../start/target';
import { ready, startSplit } from '../supervisor';
import { doctor } from './doctor';
import { dump } from './dump';
import { exitCodes } from './exit-codes';
import { health } from './health';
import { helpText } from './help';
import { importFrom } from './import';
import { migrate } from './migrate';
import { readCommand } from './read-command';
import { restore } from './restore';
import { createStopRequest, type StopRequest } from './stop-request';

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
      process.stdout.write(helpText());
      return exitCodes.done;
    case 'version':
      process.stdout.write(`${invocation.version}\n`);
      return exitCodes.done;
    case 'draft':
      return orTellWhy(draft(rest, invocation));
    case 'migrate':
      return orTellWhy(migrate(rest, invocation.env));
    case 'health':
      return orTellWhy(health(rest, invocation.env));
    case 'doctor':
      return orTellWhy(doctor(rest, invocation.env));
    case 'audit':
      return orTellWhy(audit(rest, invocation));
    case 'dump':
      return orTellWhy(dump(rest, invocation.env));
    case 'restore':
      return orTellWhy(restore(rest, invocation.env));
    case 'import':
      return orTellWhy(importFrom(rest, invocation.env));
    default:
      return serve(name, rest, invocation);
  }
}

async function serve(name: 'start' | 'split', rest: readonly string[], invocation: Invocation): Promise<number> {
  let log: Log | undefined;
  try {
    const settings = await ensureSecretKey(readSettings(invocation.env, rest));
    if (name === 'split' && settings.target !== 'all')
      throw new SettingsError(['split runs every target; leave --target out.']);
    log = createLog({ name: name === 'split' ? 'supervisor' : settings.target, level: settings.logLevel });
    const stopRequest = createStopRequest(log);
    const starting =
      name === 'split'
        ? startSplit({ ...invocation, settings, log, onHopeless: stopRequest.fail })
        : invocation.startTarget(settings, log);
    return await untilStopped(await starting, stopRequest, log);
  } catch (error) {
    if (error instanceof SettingsError) {
      process.stderr.write(`${error.message}\n`);
      return exitCodes.settings;
    }
    if (log) log.fatal({ error }, 'could not start');
    else process.stderr.write(`Plumbline could not start: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCodes.failed;
  }
}

/** Writes migration drafts and says where they are. */
async function draft([name, ...rest]: readonly string[], { env }: Invocation): Promise<number> {
  if (name === undefined || !/^[a-z0-9_]+$/.test(name)) {
    process.stderr.write(
      'Give the migration a name of lower-case letters, digits and underscores: plumbline draft NAME\n',
    );
    return exitCodes.settings;
  }
  const settings = await ensureSecretKey(readSettings(env, rest));
  const files = await draftMigrations(settings, name, createLog({ name: 'draft', level: settings.logLevel }));
  process.stdout.write(
    files.length === 0 ? 'Every table is as its model says; nothing to draft.\n' : `${files.join('\n')}\n`,
  );
  return exitCodes.done;
}

/** The exit code of a command; when it fails, its error is told in a line. */
async function orTellWhy(command: Promise<number>): Promise<number> {
  try {
    return await command;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof SettingsError ? exitCodes.settings : exitCodes.failed;
  }
}

/** Looks for what no request could have left in the databases, tells it line by line, and mends it when asked to. */
async function audit(rest: readonly string[], { env }: Invocation): Promise<number> {
  const repair = rest.includes('--repair');
  const given = readSettings(
    env,
    rest.filter((argument) => argument !== '--repair'),
  );
  const settings = await ensureSecretKey({ ...given, target: 'all' });
  const log = createLog({ name: 'audit', level: 'error' });
  const found = await auditEverything(settings, { repair, log, ...tellOn(process.stdout, process.stderr) });
  process.stdout.write(`${verdict(found, repair)}\n`);
  return found.left === 0 ? exitCodes.done : exitCodes.flawed;
}

async function untilStopped(running: RunningTarget, stopRequest: StopRequest, log: Log): Promise<number> {
  if (running.address) log.info({ address: running.address }, 'started');
  process.send?.(ready);
  const exitCode = await stopRequest.made;
  await running.stop();
  log.info('stopped');
  return exitCode;
}
