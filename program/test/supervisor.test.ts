import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { apps, readSettings } from '@plumbline/config';
import { createLog } from '@plumbline/log';
import { startSplit } from '../src/supervisor';
import { keepRunning } from '../src/supervisor/keepRunning';

const log = createLog({ name: 'test', level: 'silent' });
const entry = join(__dirname, 'fakeTarget.cjs');

interface Note {
  target: string;
  what: string | Record<string, string>;
  pid: number;
}

async function eventually<T>(look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + 50_000;
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error('it never happened');
    await sleep(30);
  }
}

describe('startSplit', () => {
  let folder: string;
  let notesFile: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-split-'));
    notesFile = join(folder, 'notes');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const notes = async (): Promise<Note[]> =>
    (await readFile(notesFile, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Note);

  function split(extra: Record<string, string> = {}, onHopeless = (_exitCode: number) => {}) {
    const env = {
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: 'postgres://localhost/unused',
      NATS_URL: 'nats://127.0.0.1:1',
      PLUMBLINE_DATA: folder,
      PLUMBLINE_SECRET_KEY: 'k'.repeat(40),
    };
    const settings = readSettings(env);
    const childEnv = { ...env, SUPERVISOR_TEST_NOTES: notesFile, ...extra };
    return startSplit({ settings, log, entry, env: childEnv, onFatalExit: onHopeless });
  }

  it('runs the gateway and every service where each finds the others, and ends the gateway first', async () => {
    const running = await split();
    const started = await eventually(async () => {
      const seen = await notes();
      return seen.length === apps.length + 1 ? seen : undefined;
    });
    expect(started.map(({ target }) => target).sort()).toEqual([...apps, 'gateway'].sort());
    const ipam = started.find(({ target }) => target === 'ipam')?.what as Record<string, string>;
    const answer = await eventually(async () => (await fetch(`${running.address}/`)).json());
    expect(answer).toEqual({ target: 'gateway', ipam: `http://127.0.0.1:${ipam.port}` });
    await running.stop();
    const ends = (await notes()).filter(({ what }) => what === 'SIGTERM');
    expect(ends).toHaveLength(apps.length + 1);
    expect(ends[0]?.target).toBe('gateway');
  });

  it('tells the gateway of the processes it was told of, beside its own', async () => {
    const elsewhere = 'http://192.0.2.1:8084, http://192.0.2.2:8084';
    const running = await split({ IPAM_URL: elsewhere });
    const answer = await eventually(async () => (await fetch(`${running.address}/`)).json());
    // The gateway may answer before the service has said where it is.
    const ipam = await eventually(
      async () => (await notes()).find(({ target }) => target === 'ipam')?.what as Record<string, string> | undefined,
    );
    const own = `http://127.0.0.1:${ipam.port}`;
    expect((answer as { ipam: string }).ipam).toBe(`http://192.0.2.1:8084,http://192.0.2.2:8084,${own}`);
    await running.stop();
  });

  it('starts again who died', async () => {
    const running = await split();
    await eventually(async () => (await fetch(`${running.address}/`)).ok || undefined);
    await fetch(`${running.address}/die`).catch(() => {});
    await eventually(async () => ((await fetch(`${running.address}/`)).ok ? true : undefined));
    const gateways = (await notes()).filter(({ target, what }) => target === 'gateway' && typeof what === 'object');
    expect(gateways).toHaveLength(2);
    await running.stop();
  });

  it('says so when a part refuses its settings', async () => {
    const exitCodes: number[] = [];
    const running = await split({ SUPERVISOR_TEST_HOPELESS: 'ipam' }, (exitCode) => exitCodes.push(exitCode));
    expect(await eventually(async () => exitCodes[0])).toBe(78);
    await running.stop();
    expect(exitCodes).toEqual([78]);
  });
});

describe('keepRunning', () => {
  it('waits longer after each early death', async () => {
    const waits: number[] = [];
    const watching = createLog({
      name: 'test',
      destination: {
        write: (line) => {
          const { restartInMilliseconds } = JSON.parse(line);
          if (restartInMilliseconds) waits.push(restartInMilliseconds);
        },
      },
    });
    const program = { name: 'short', path: '/bin/false', arguments: [], parentLiveness: 'input' as const };
    const running = keepRunning(program, { log: watching, restartAfterMilliseconds: 5 });
    await eventually(async () => (waits.length >= 4 ? true : undefined));
    await running.stop();
    expect(waits.slice(0, 4)).toEqual([5, 10, 20, 40]);
  });

  it('starts one that had worked again without waiting longer each time', async () => {
    const waits: number[] = [];
    const watching = createLog({
      name: 'test',
      destination: {
        write: (line) => {
          const { restartInMilliseconds } = JSON.parse(line);
          if (restartInMilliseconds) waits.push(restartInMilliseconds);
        },
      },
    });
    const script = "process.send('ready', () => process.exit(1))";
    const running = keepRunning(
      { name: 'works', path: process.execPath, arguments: ['-e', script], parentLiveness: 'channel' },
      { log: watching, restartAfterMilliseconds: 5 },
    );
    await eventually(async () => (waits.length >= 3 ? true : undefined));
    await running.stop();
    expect(waits.slice(0, 3)).toEqual([5, 5, 5]);
  });

  it('survives a program that is not there', async () => {
    const running = keepRunning(
      { name: 'none', path: '/nowhere/at/all', arguments: [], parentLiveness: 'input' },
      { log },
    );
    await sleep(50);
    expect(running.pid()).toBeUndefined();
    await running.stop();
  });

  it('ends by force what does not end when asked', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plumbline-deaf-'));
    const listens = join(folder, 'listens');
    const script = `process.on('SIGTERM', () => {}); require('node:fs').writeFileSync(${JSON.stringify(listens)}, ''); setInterval(() => {}, 1000)`;
    const running = keepRunning(
      { name: 'deaf', path: process.execPath, arguments: ['-e', script], parentLiveness: 'input' },
      { log },
    );
    await eventually(() => readFile(listens));
    await rm(folder, { recursive: true });
    const pid = running.pid() as number;
    await running.stop(100);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
