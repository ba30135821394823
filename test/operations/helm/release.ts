import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@plumbline/testkit';
import { findProgram } from '../../../program/src/supervisor/find-program';
import { eventually } from '../../harness/eventually';
import { freePort } from '../../harness/free-port';
import { entry, type Program, secretKey, startProgram } from '../../harness/program';
import type { CommandResult } from '../../program/run-command';
import { render } from './chart';
import { type Container, type Manifest, named, ofKind, podsOf } from './manifests';

/**
 * What a chart asks for, as processes of this machine: secrets, order, arguments and environments are those of the
 * manifests.
 */
export interface Release {
  /** Processes that serve requests, by the name of their part. */
  running: ReadonlyMap<string, Program>;
  /** A key of the secret that the chart made. */
  generated(key: string): string;
  /** What the job that makes the tables said. */
  migrated: CommandResult;
  /** Runs a command of the program where the toolbox would. */
  inToolbox(...args: string[]): Promise<CommandResult>;
  stop(): Promise<void>;
}

/** Starts what the values ask for. Named databases and the broker are stand-ins of this machine. */
export async function startRelease(example: string, values: object, databases: string[]): Promise<Release> {
  const manifests = render(example, values);
  const pods = podsOf(manifests);
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  const generated = (key: string) =>
    Buffer.from(named(manifests, 'Secret', 'plumbline-generated').data![key]!, 'base64').toString();

  /** Where what has a name in the cluster listens here. */
  const places = new Map<string, number>();
  for (const { metadata, spec } of ofKind(manifests, 'Service'))
    places.set(`${metadata.name}:${spec.ports[0].port}`, await freePort());
  const here = (text: string): string =>
    text.replace(
      /([@/])(plumbline[\w-]*:\d+)$/,
      (_, before: string, name: string) => `${before}127.0.0.1:${places.get(name)}`,
    );

  const secrets = new Map<string, string>();
  const read = ({ name, key }: { name: string; key: string }): string => {
    // The roles of the shared test server have passwords that follow from the key of all tests.
    if (key === 'secret-key') return secretKey;
    const value = secrets.get(name) ?? (name === 'plumbline-generated' ? here(generated(key)) : undefined);
    if (value === undefined) throw new Error(`nobody made the secret ${name}`);
    return value;
  };
  const environment = ({ env }: Container): Record<string, string> => ({
    ...Object.fromEntries(
      env
        .filter(({ name }) => name !== 'PORT')
        .map(({ name, value, valueFrom }) => [name, valueFrom ? read(valueFrom.secretKeyRef) : here(value!)]),
    ),
  });
  const once = (container: Container, args: string[]): Promise<CommandResult> => {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-once-'));
    const env = { PATH: process.env.PATH, PLUMBLINE_DATA: folder, ...environment(container) };
    return new Promise<CommandResult>((resolve) => {
      execFile(process.execPath, [entry, ...args], { cwd: folder, env }, (error, stdout, stderr) =>
        resolve({ exitCode: error ? Number(error.code ?? -1) : 0, output: stdout + stderr }),
      );
    }).finally(() => rmSync(folder, { recursive: true, force: true }));
  };

  const running = new Map<string, Program>();
  const start = async (part: string) => {
    const { container } = pods.get(part)!;
    const service = part === 'gateway' || part === 'all' ? 'plumbline:80' : `plumbline-${part}:8080`;
    const program = await startProgram({
      arguments: container.args!,
      // Nothing that the manifest does not say.
      env: { PLUMBLINE_SECRET_KEY: '', PLUMBLINE_SUPERUSER_API_TOKEN: '', ...environment(container) },
      port: places.get(service) ?? (await freePort()),
      healthPath: container.readinessProbe?.httpGet.path,
    });
    stops.push(() => program.stop());
    running.set(part, program);
  };

  try {
    for (const name of databases) {
      const database = await createTestDatabase();
      stops.push(() => database.drop());
      secrets.set(name, database.url);
    }
    const broker = ofKind(manifests, 'StatefulSet')[0];
    if (broker) stops.push(await startNats(manifests, places.get('plumbline-nats:4222')!, generated('nats-password')));
    const job = pods.get('migrate')!.container;
    const migrated = await once(job, job.args!);
    const parts = [...pods.keys()].filter((part) => !['nats', 'migrate', 'toolbox'].includes(part));
    const services = parts.filter((part) => !['gateway', 'worker'].includes(part));
    await Promise.all(services.map(start));
    for (const part of ['gateway', 'worker']) if (parts.includes(part)) await start(part);
    return { running, generated, migrated, inToolbox: (...args) => once(pods.get('toolbox')!.container, args), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts a broker with the chart's configuration, and waits until its probe says that it is ready. */
async function startNats(manifests: Manifest[], port: number, password: string): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-nats-'));
  const { readinessProbe, args } = podsOf(manifests).get('nats')!.container;
  const monitor = await freePort();
  const text = named(manifests, 'ConfigMap', 'plumbline-nats').data!['nats.conf']!;
  const file = join(folder, 'nats.conf');
  writeFileSync(file, text.replace('4222', `${port}`).replace('8222', `${monitor}`).replace('/data', folder));
  const child: ChildProcess = spawn(findProgram('nats-server')!, [args![0]!, file], {
    env: { PATH: process.env.PATH, NATS_PASSWORD: password },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = `http://127.0.0.1:${monitor}${readinessProbe!.httpGet.path}`;
  await eventually('the broker is ready', 60_000, async () => {
    const answer = await fetch(url).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.ok;
  });
  return async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
}
