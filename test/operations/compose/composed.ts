import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@plumbline/testkit';
import { type Broker, startBroker } from '../../harness/broker';
import { freePort } from '../../harness/free-port';
import { entry, type Program, type ProgramOptions, secretKey, startProgram } from '../../harness/program';
import { type ComposeFile, composeFolder, readCompose, startOrder } from './read-compose';

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
  /** Starts one more process of a service, of another build when the entry file of one is given. */
  scale(name: string, build?: string): Promise<Program>;
  stop(): Promise<void>;
}

/** Does what `docker compose --profile … up` does: secrets, order and environment are those of the files. */
export async function startComposed(profile: string): Promise<Composed> {
  const file = readCompose();
  const database = await createTestDatabase();
  const broker = await startBroker();
  const secrets = makeSecrets(database, broker);
  const order = startOrder(file, profile);
  const ports = new Map<string, number[]>();
  for (const name of order) ports.set(name, await Promise.all(Array.from({ length: replicas }, () => freePort())));
  const running = new Map<string, Program[]>();
  const started: string[] = [];

  const start = async (name: string, build?: string): Promise<Program> => {
    const before = running.get(name) ?? [];
    const port = ports.get(name)![before.length];
    if (port === undefined) throw new Error(`no port is left for another ${name}`);
    const program = await startProgram({
      ...processOf(file, name, secrets, ports),
      port,
      // What serves nothing has nobody to ask.
      healthPath: file.services[name]!.healthcheck?.disable ? undefined : '/health/ready/',
      ...(build ? { entry: build } : {}),
    });
    running.set(name, [...before, program]);
    started.push(name);
    return program;
  };
  const stop = async () => {
    for (const name of started.toReversed()) for (const program of running.get(name) ?? []) await program.stop();
    await broker.stop();
    await database.drop();
    rmSync(secrets, { recursive: true, force: true });
  };
  try {
    for (const name of order) {
      // Stand-ins of these two images run already.
      if (name === 'postgres' || name === 'nats') started.push(name);
      else if (file.services[name]!.command[0]!.startsWith('--target')) await start(name);
      else {
        runToEnd(processOf(file, name, secrets, ports));
        started.push(name);
      }
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { running, started, token: readFileSync(join(secrets, 'superuser_token'), 'utf8').trim(), scale: start, stop };
}

/** Makes the secrets as the guide says, with the addresses of the stand-ins. */
function makeSecrets(database: TestDatabase, broker: Broker): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-compose-'));
  cpSync(join(composeFolder, 'make-secrets'), join(folder, 'make-secrets'));
  execFileSync('sh', [join(folder, 'make-secrets')], { stdio: 'ignore' });
  const secrets = join(folder, 'secrets');
  // The roles of the shared test server have passwords that follow from the key of all tests.
  const replaced = { database_url: database.url, nats_url: broker.url, secret_key: secretKey };
  for (const [name, text] of Object.entries(replaced)) writeFileSync(join(secrets, name), `${text}\n`);
  return secrets;
}

/**
 * Command and environment of a container, for a process: its secrets are files elsewhere, other containers are ports.
 */
function processOf(
  file: ComposeFile,
  name: string,
  secrets: string,
  ports: ReadonlyMap<string, number[]>,
): Pick<ProgramOptions, 'arguments' | 'env'> {
  const { command, environment, secrets: given } = file.services[name]!;
  const env: Record<string, string> = { PLUMBLINE_SECRET_KEY: '', PLUMBLINE_SUPERUSER_API_TOKEN: '' };
  for (const [variable, value] of Object.entries(environment)) {
    if (variable === 'PORT') continue;
    if (value === '/jobs') {
      env[variable] = join(composeFolder, 'jobs');
      continue;
    }
    const secret = /^\/run\/secrets\/(\w+)$/.exec(value)?.[1];
    const host = /^http:\/\/(\w+):8080$/.exec(value)?.[1];
    if (secret && !given.includes(secret)) throw new Error(`${name} is not given the secret ${secret}`);
    if (secret) env[variable] = join(secrets, file.secrets[secret]!.file.replace('./secrets/', ''));
    else if (host) {
      const places = ports.get(host)!.map((port) => `http://127.0.0.1:${port}`);
      // Workers have one address of the gateway, whichever process of it a name leads to.
      env[variable] = variable === 'GATEWAY_URL' ? places[0]! : places.join();
    } else env[variable] = value;
  }
  return { arguments: command, env };
}

/** Runs a container that does something and ends. */
function runToEnd({ arguments: args = [], env = {} }: ProgramOptions): void {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-once-'));
  try {
    execFileSync(process.execPath, [entry, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, PLUMBLINE_DATA: folder, ...env },
      stdio: 'pipe',
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
