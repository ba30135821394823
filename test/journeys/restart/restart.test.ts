import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { slowdown } from '../../harness/long';
import { Api } from '../../program/api';
import { type RunningProgram, run } from '../../program/runningProgram';

/** Of a machine that does nothing else. */
const firstStartWithin = 20_000;
const restartWithin = 10_000;

describe('a restart', () => {
  let dataFolder: string;
  let running: RunningProgram;
  beforeAll(() => {
    dataFolder = mkdtempSync(join(tmpdir(), 'plumbline-restart-'));
  });
  afterAll(async () => {
    await running?.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  const start = async () => {
    running = await run('start', { dataFolder });
    return new Api(running);
  };
  const names = async (api: Api) => (await api.list('tenancy/tenants/?limit=0')).results.map(({ name }) => name);

  it('is quick the first time', async () => {
    const api = await start();
    expect(running.startedIn).toBeLessThan(firstStartWithin * slowdown());
    await api.create('tenancy/tenants/', { name: 'kept' });
  });

  it('loses nothing after Ctrl+C, delivered by the terminal and by npm', async () => {
    const ended = running.end('SIGINT');
    await running.end('SIGINT');
    await ended;
    const api = await start();
    expect(running.startedIn).toBeLessThan(restartWithin * slowdown());
    expect(await names(api)).toEqual(['kept']);
  });

  it('loses nothing that was answered before the process was killed', async () => {
    const before = new Api(running);
    const burst = Array.from({ length: 40 }, (_, number) =>
      before.send('POST', 'tenancy/tenants/', { name: `burst ${number}` }),
    );
    const answered: string[] = [];
    const watched = burst.map((each, number) =>
      each.then((status) => status === 201 && answered.push(`burst ${number}`)),
    );
    await Promise.race(burst);
    await running.end('SIGKILL');
    await Promise.all(watched);
    expect(answered.length).toBeGreaterThan(0);
    expect(await names(await start())).toEqual(expect.arrayContaining(['kept', ...answered]));
  });
});
