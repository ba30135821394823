import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { createTestDatabase } from '@plumbline/testkit';
import { freePort } from '../../harness/freePort';
import { type Program, type ProgramOptions, secretKey, startProgram } from '../../harness/program';
import { type Outcome, runCommand } from '../../harness/runCommand';
import { startConfiguredBroker } from '../configuredBroker';
import { type ComposeFile, composeFolder, readCompose, startOrder } from './readCompose';

/**
 * Ports beyond the first that each service may come to listen on: compose finds containers by name, processes need
 * numbers.
 */
const replicas = 4;

/** The processes a compose file asks for, as processes of this machine. */
export interface Composed {
  /** The processes of a service, in the order of their start. */
  running: Map<string, Program[]>;
  /** What was started, in its order. */
  started: string[];
  /** The first administrator's token, as the secrets say. */
  token: string;
  /** What is in `secrets`, by name. */
  secret(name: string): string;
  /** All that a container can read of what it was given: its environment, secrets and volumes, by name. */
  given(name: string): Map<string, string>;
  /** Starts one more process of a service, of another build when the entry file of one is given. */
  scale(name: string, build?: string): Promise<Program>;
  /** Does what `docker compose run --rm NAME …` does. */
  run(name: string, ...args: string[]): Promise<Outcome>;
  stop(): Promise<void>;
}

/** Does what `docker compose --profile … up` does: secrets, volumes, order and environment are those of the files. */
export async function startComposed(profile: string): Promise<Composed> {
  const file = readCompose();
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-compose-'));
  const stops: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  const order = startOrder(file, profile);
  const ports = new Map<string, number[]>();
  for (const name of order) ports.set(name, await Promise.all(Array.from({ length: replicas }, () => freePort())));
  const running = new Map<string, Program[]>();
  const started: string[] = [];
  const secret = (name: string) => readFileSync(join(folder, 'secrets', name), 'utf8').trim();
  const container = (name: string, args?: string[]) => containerOf(file, name, folder, ports, args);

  const start = async (name: string, build?: string): Promise<Program> => {
    const before = running.get(name) ?? [];
    const port = ports.get(name)![before.length];
    if (port === undefined) throw new Error(`no port is left for another ${name}`);
    const program = await startProgram({
      ...container(name),
      port,
      // What serves nothing has nobody to ask.
      healthPath: file.services[name]!.healthcheck?.disable ? undefined : '/health/ready/',
      ...(build ? { entry: build } : {}),
    });
    stops.push(() => program.stop());
    running.set(name, [...before, program]);
    return program;
  };
  const run = (name: string, ...args: string[]) => {
    const { arguments: command, env } = container(name, args.length > 0 ? args : undefined);
    return runCommand(command, { PLUMBLINE_DATA: join(folder, 'roots', name, 'data'), ...env });
  };
  const startOne = async (name: string): Promise<void> => {
    const { command } = file.services[name]!;
    if (name === 'nats') {
      const text = readFileSync(join(composeFolder, 'nats.conf'), 'utf8');
      const users = join(container(name).root, 'etc', 'nats-users', 'authorization.conf');
      stops.push(await startConfiguredBroker(text, { port: ports.get(name)![0]!, users }));
    } else if (command[0]!.startsWith('--target')) await start(name);
    // PostgreSQL is that of all tests, with a database for this one.
    else if (name !== 'postgres') {
      const { exitCode, text } = await run(name);
      if (exitCode !== 0) throw new Error(`${name} ended with ${exitCode}: ${text}`);
    }
    started.push(name);
  };
  try {
    const database = await createTestDatabase();
    stops.push(() => database.drop());
    makeSecrets(folder, database.url);
    for (const name of order) await startOne(name);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    running,
    started,
    token: secret('superuser_token'),
    secret,
    given: (name) => {
      const { root, env } = container(name);
      return new Map([...Object.entries(env), ...filesBelow(root)]);
    },
    scale: start,
    run,
    stop,
  };
}

/** Makes the secrets as the guide says, with the address of the database that stands in. */
function makeSecrets(folder: string, databaseUrl: string): void {
  cpSync(join(composeFolder, 'make-secrets'), join(folder, 'make-secrets'));
  execFileSync('sh', [join(folder, 'make-secrets')], { stdio: 'ignore' });
  // The roles of the shared test server have passwords that follow from the key of all tests.
  const replaced = { database_url: databaseUrl, secret_key: secretKey };
  for (const [name, text] of Object.entries(replaced)) writeFileSync(join(folder, 'secrets', name), `${text}\n`);
}

/** A container as a process sees it: what it mounts is in a folder of this machine, other containers are ports. */
interface Container extends Required<Pick<ProgramOptions, 'arguments' | 'env'>> {
  root: string;
}

function containerOf(
  file: ComposeFile,
  name: string,
  folder: string,
  ports: ReadonlyMap<string, number[]>,
  args = file.services[name]!.command,
): Container {
  const root = mountAll(file, name, folder);
  const env: Record<string, string> = { PLUMBLINE_SECRET_KEY: '', PLUMBLINE_SUPERUSER_API_TOKEN: '' };
  for (const [variable, value] of Object.entries(file.services[name]!.environment)) {
    // Every process has a port and a folder of its own here.
    if (variable === 'PORT' || variable === 'PLUMBLINE_DATA') continue;
    const [, host, port] = /^(?:http|nats):\/\/(\w+):(8080|4222)$/.exec(value) ?? [];
    if (value.startsWith('/')) env[variable] = mounted(root, value, name);
    else if (port === '4222') env[variable] = `nats://127.0.0.1:${ports.get(host!)?.[0] ?? 1}`;
    else if (host) {
      const places = ports.get(host)!.map((place) => `http://127.0.0.1:${place}`);
      // Workers have one address of the gateway, whichever process of it a name leads to.
      env[variable] = variable === 'GATEWAY_URL' ? places[0]! : places.join();
    } else env[variable] = value;
  }
  // What a command is to write need not be there yet, as long as its folder is.
  const place = (path: string) => join(mounted(root, dirname(path), name), basename(path));
  return { root, env, arguments: args.map((one) => (one.startsWith('/') ? place(one) : one)) };
}

/** Lays out a container's secrets and volumes below a folder, as they are below its root. */
function mountAll(file: ComposeFile, name: string, folder: string): string {
  const root = join(folder, 'roots', name);
  const { secrets, volumes } = file.services[name]!;
  const mount = (source: string, target: string) => {
    mkdirSync(dirname(join(root, target)), { recursive: true });
    if (!readdirSync(dirname(join(root, target))).includes(basename(target))) symlinkSync(source, join(root, target));
  };
  for (const secret of secrets) mount(resolve(folder, file.secrets[secret]!.file), `/run/secrets/${secret}`);
  for (const volume of volumes) {
    const [source = '', target = ''] = volume.split(':');
    const isNamed = !source.startsWith('.');
    if (isNamed && !(source in file.volumes)) throw new Error(`${name} mounts ${source}, which is no volume`);
    const here = isNamed ? join(folder, 'volumes', source) : resolve(composeFolder, source);
    if (isNamed) mkdirSync(here, { recursive: true });
    mount(here, target);
  }
  mkdirSync(join(root, 'data'), { recursive: true });
  return root;
}

/** Where a path of a container is here; throws when nothing is there. */
function mounted(root: string, path: string, name: string): string {
  const place = join(root, path);
  if (!existsSync(place)) throw new Error(`${name} has nothing at ${path}`);
  return place;
}

/** The texts of all files below a folder, links followed. */
function filesBelow(folder: string): [string, string][] {
  return readdirSync(folder).flatMap((name): [string, string][] => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [[path, readFileSync(path, 'utf8')]];
  });
}
