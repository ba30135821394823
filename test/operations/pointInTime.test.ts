import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingBuild, type Program, startProgram } from '../harness/program';
import { runCommand } from '../harness/runCommand';
import { describeUnless } from '../program/describeUnless';
import { root } from '../program/root';

/** The settings of PostgreSQL that the guide shows under a heading, with its folder and moment replaced. */
function shown(heading: string, archive: string, moment = ''): string {
  const guide = readFileSync(join(root, 'docs', 'guides', 'point-in-time-recovery.md'), 'utf8');
  const [, section = ''] = guide.split(`## ${heading}\n`);
  const [, settings = ''] = /```ini\n([\s\S]*?)```/.exec(section)!;
  return settings.replaceAll('/backup/wal', archive).replace('2026-11-23 14:05:00+01', moment);
}

/** What docs/guides/point-in-time-recovery.md says of the embedded database, step by step. */
describeUnless(missingBuild, 'the embedded database', () => {
  let folder: string;
  let program: Program | undefined;
  const at = (...parts: string[]) => join(folder, ...parts);
  const start = async () => {
    const options = { env: { PLUMBLINE_WORKERS: '0' }, dataFolder: at('plumbline'), healthPath: '/health/ready/' };
    program = await startProgram(options);
    return program.client;
  };
  const stop = async () => {
    await program?.stop();
    program = undefined;
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-moment-'));
    mkdirSync(at('plumbline'));
    execFileSync('chmod', ['755', folder]);
  });
  afterAll(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('goes back to a moment, and is sound there', async () => {
    const data = at('plumbline', 'postgres', 'data');
    expect(await runCommand(['migrate'], { PLUMBLINE_DATA: at('plumbline') })).toMatchObject({ exitCode: 0 });

    const { uid, gid } = statSync(data);
    mkdirSync(at('wal'));
    chownSync(at('wal'), uid, gid);
    appendFileSync(join(data, 'postgresql.conf'), shown('Keep what is needed', at('wal')));
    execFileSync('cp', ['-a', data, at('base')]);

    const client = await start();
    const kept = await client.must(201, 'POST', 'ipam/namespaces/', { name: 'before the mistake' });
    const moment = new Date().toISOString().replace('T', ' ').replace('Z', '+00');
    await client.must(204, 'DELETE', `ipam/namespaces/${kept.body.id}/`);
    const lost = await client.must(201, 'POST', 'ipam/namespaces/', { name: 'after it' });
    await stop();

    execFileSync('mv', [data, at('the-mistake')]);
    execFileSync('cp', ['-a', at('base'), data]);
    // An archive that takes its time: until its log is through, the server could only read.
    const slow = shown('Go back', at('wal'), moment).replace("restore_command = '", "restore_command = 'sleep 0.5; ");
    appendFileSync(join(data, 'postgresql.conf'), slow);
    writeFileSync(join(data, 'recovery.signal'), '');
    chownSync(join(data, 'recovery.signal'), uid, gid);

    const back = await start();
    await back.must(200, 'GET', `ipam/namespaces/${kept.body.id}/`);
    await back.must(404, 'GET', `ipam/namespaces/${lost.body.id}/`);
    await back.must(201, 'POST', 'ipam/namespaces/', { name: 'written again' });
    expect(await runCommand(['audit'], { PLUMBLINE_DATA: at('plumbline') })).toMatchObject({ exitCode: 0 });
  });
});
