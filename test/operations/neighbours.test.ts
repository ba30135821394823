import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@plumbline/log';
import { Client } from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../program/src/embedded-postgres';
import { freePort } from '../harness/freePort';
import { breathe, rounds } from '../harness/long';
import { missingBuild, type Program, startProgram } from '../harness/program';
import { runCommand } from '../harness/runCommand';
import { describeUnless } from '../program/describeUnless';

const turns = rounds(100, 2);

/** An installation, and what it needs to be started and looked after. */
interface Installation {
  name: string;
  env: Record<string, string>;
  folder: string;
  program: Program | undefined;
  /** Those who read from it at the moment. */
  reading: Promise<void> | undefined;
}

describeUnless(missingBuild, 'two installations on one PostgreSQL server', () => {
  let folder: string;
  let server: EmbeddedPostgres;
  let installations: Installation[];
  let reads = 0;
  const failures: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-neighbours-'));
    const log = createLog({ name: 'test', level: 'silent' });
    const settings = { shared_buffers: '32MB' };
    server = await startEmbeddedPostgres({ dataDir: join(folder, 'server'), log, port: await freePort(), settings });
    installations = await Promise.all(['north', 'south'].map(installation));
  });
  afterAll(async () => {
    for (const one of installations ?? []) await stop(one);
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function onServer(statement: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  async function installation(name: string): Promise<Installation> {
    await onServer(`CREATE DATABASE ${name}`);
    mkdirSync(join(folder, name));
    const env = {
      DATABASE_URL: server.url.replace(/[^/]*$/, name),
      PLUMBLINE_SECRET_KEY: `the key of ${name}, which no other installation has`,
      PLUMBLINE_WORKERS: '0',
    };
    return { name, env, folder: join(folder, name), program: undefined, reading: undefined };
  }

  async function start(one: Installation): Promise<void> {
    one.program = await startProgram({ env: one.env, dataFolder: one.folder, healthPath: '/health/ready/' });
    one.reading = read(one, one.program);
  }

  async function stop(one: Installation): Promise<void> {
    const { program, reading } = one;
    one.program = undefined;
    await reading;
    await program?.stop();
  }

  /** Reads from an installation until it is to be stopped, from a service after the other. */
  async function read(one: Installation, program: Program): Promise<void> {
    const paths = [
      'ipam/prefixes/?limit=5',
      'dcim/devices/?limit=5',
      'extras/statuses/?limit=5',
      'users/users/?limit=5',
    ];
    while (one.program === program)
      for (const path of paths) {
        const { status, text } = await program.client.call('GET', path);
        reads++;
        await breathe();
        if (status === 200) continue;
        const complaints = program.complaints.slice(-5).map((line) => JSON.stringify(line));
        failures.push([`${one.name}: ${path}: ${status} ${text.slice(0, 200)}`, ...complaints].join('\n'));
      }
  }

  /** The doctor finds nothing wrong, and leaves everything on the server as it was. */
  async function doctor({ name, env, folder: dataFolder }: Installation): Promise<void> {
    const roles = () => onServer('SELECT * FROM pg_authid ORDER BY oid');
    const before = await roles();
    const outcome = await runCommand(['doctor', '--quick'], { ...env, PLUMBLINE_DATA: dataFolder });
    expect([name, outcome.exitCode, outcome.text.match(/^BAD.*/gm)]).toEqual([name, 0, null]);
    expect(await roles()).toEqual(before);
  }

  it(
    'are started, stopped and looked at in turn, and no read fails',
    async () => {
      for (const one of installations) await start(one);
      for (let turn = 0; turn < turns; turn++) {
        const [mine, other] = turn % 2 === 0 ? installations : [...installations].reverse();
        await stop(mine!);
        await doctor(mine!);
        await start(mine!);
        await doctor(other!);
        expect(failures).toEqual([]);
      }
      for (const one of installations) await stop(one);
      expect(failures).toEqual([]);
      expect(reads).toBeGreaterThan(turns * 10);
    },
    300_000 + turns * 90_000,
  );
});
