import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@plumbline/testkit';
import { freePort } from '../../harness/freePort';
import { entry, type Program, secretKey, startProgram } from '../../harness/program';
import type { CommandResult } from '../../program/runCommand';
import { startConfiguredBroker } from '../configuredBroker';
import { render } from './chart';
import { type Container, named, ofKind, podsOf } from './manifests';

/**
 * What a chart asks for, as processes of this machine: secrets, order, arguments and environments are those of the
 * manifests.
 */
export interface Release {
  /** Processes that serve requests, by the name of their part. */
  running: ReadonlyMap<string, Program>;
  /** A key of the secret that the chart made. */
  generated(key: string): string;
  /** All that a part's container can read of what it was given: its environment and what it was handed, by name. */
  given(part: string): Map<string, string>;
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
  const volumes = mkdtempSync(join(tmpdir(), 'plumbline-release-'));
  stops.push(async () => rmSync(volumes, { recursive: true, force: true }));
  /** Where a path of a pod's volume is here. */
  const mounted = (part: string, path: string): string =>
    path.replace(/^\/(handed|etc\/nats-users)(?=\/|$)/, (_, volume: string) => {
      const folder = join(volumes, part, volume.replace('/', '-'));
      mkdirSync(folder, { recursive: true });
      return folder;
    });
  const environment = (part: string, { env }: Container): Record<string, string> => ({
    ...Object.fromEntries(
      env
        .filter(({ name }) => name !== 'PORT')
        .map(({ name, value, valueFrom }) => [
          name,
          valueFrom ? read(valueFrom.secretKeyRef) : mounted(part, here(value!)),
        ]),
    ),
  });
  const once = (part: string, container: Container, args: string[]): Promise<CommandResult> => {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-once-'));
    const env = { PATH: process.env.PATH, PLUMBLINE_DATA: folder, ...environment(part, container) };
    return new Promise<CommandResult>((resolve) => {
      execFile(process.execPath, [entry, ...args], { cwd: folder, env }, (error, stdout, stderr) =>
        resolve({ exitCode: error ? Number(error.code ?? -1) : 0, output: stdout + stderr, result: stdout }),
      );
    }).finally(() => rmSync(folder, { recursive: true, force: true }));
  };

  /** Runs what comes before a part's own container. */
  const prepare = async (part: string) => {
    for (const container of pods.get(part)!.before) {
      const args = container.args!.map((one) => mounted(part, one));
      const { exitCode, output } = await once(part, container, args);
      if (exitCode !== 0) throw new Error(`${container.name} of ${part} ended with ${exitCode}: ${output}`);
    }
  };

  const running = new Map<string, Program>();
  const environments = new Map<string, Record<string, string>>();
  const start = async (part: string) => {
    const { container } = pods.get(part)!;
    await prepare(part);
    environments.set(part, environment(part, container));
    const service = part === 'gateway' || part === 'all' ? 'plumbline:80' : `plumbline-${part}:8080`;
    const program = await startProgram({
      arguments: container.args!,
      // Nothing that the manifest does not say.
      env: { PLUMBLINE_SECRET_KEY: '', PLUMBLINE_SUPERUSER_API_TOKEN: '', ...environments.get(part) },
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
    if (broker) {
      await prepare('nats');
      stops.push(
        await startConfiguredBroker(named(manifests, 'ConfigMap', 'plumbline-nats').data!['nats.conf']!, {
          port: places.get('plumbline-nats:4222')!,
          users: mounted('nats', '/etc/nats-users/authorization.conf'),
          probe: pods.get('nats')!.container.readinessProbe!.httpGet.path,
        }),
      );
    }
    const job = pods.get('migrate')!.container;
    const migrated = await once('migrate', job, job.args!);
    const parts = [...pods.keys()].filter((part) => !['nats', 'migrate', 'toolbox'].includes(part));
    const services = parts.filter((part) => !['gateway', 'worker'].includes(part));
    // When one fails the others are waited for, so that they are stopped with the rest.
    const beginning = await Promise.allSettled(services.map(start));
    const failed = beginning.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    for (const part of ['gateway', 'worker']) if (parts.includes(part)) await start(part);
    return {
      running,
      generated,
      migrated,
      given: (part) => {
        const folder = mounted(part, `/handed/${part}`);
        const files = readdirSync(folder).map((name): [string, string] => [
          name,
          readFileSync(join(folder, name), 'utf8'),
        ]);
        return new Map([...Object.entries(environments.get(part)!), ...files]);
      },
      inToolbox: (...args) => once('toolbox', pods.get('toolbox')!.container, args),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
