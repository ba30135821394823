import { changedBus, type MessageStore } from '@plumbline/bus';
import { bare, defineModel, f } from '@plumbline/model';
import { sql } from '@plumbline/store';
// @boundaries-ignore the test kit is built from this package
import { startTestServices, type TestServices } from '@plumbline/testkit';
// @boundaries-ignore audits are built on this package
import { auditsOf } from '@plumbline/upkeep';
import type { ChangeRecord } from '../src';
import { createExtensions } from '../src/core/extensions/extension';
import { backgroundWork } from '../src/core/unitOfWork';
import { startJetStreamMirror } from '../src/sync/jetStreamMirror';
import { pruneOutbox } from '../src/sync/prune';

const Lamp = defineModel('tenancy.lamp', {
  endpoint: 'lamps',
  traits: [bare],
  fields: { name: f.text(50) },
});
const Socket = defineModel('circuits.socket', { endpoint: 'sockets', traits: [bare], fields: { name: f.text(50) } });

let plumbline: TestServices;
let taken: ChangeRecord[];
let failing: boolean;

const take = async (_work: unknown, changes: ChangeRecord[]) => {
  if (failing) throw new Error('not now');
  taken.push(...changes);
};
const owner = { app: 'tenancy' as const, models: [Lamp] };

beforeEach(async () => {
  [taken, failing] = [[], false];
  plumbline = await startTestServices(
    [owner, { app: 'circuits', models: [Socket], follow: { of: ['tenancy.lamp'], take } }],
    {
      logLevel: 'silent',
    },
  );
});
afterEach(() => plumbline?.stop());

const database = (app: 'tenancy' | 'circuits') => plumbline.services.get(app)!.engine.database;
async function make(...names: string[]): Promise<void> {
  for (const name of names) expect((await plumbline.request('POST', '/api/tenancy/lamps/', { name })).status).toBe(201);
}
const prune = (hours: number): Promise<number> => {
  const { engine } = plumbline.services.get('tenancy')!;
  return pruneOutbox(backgroundWork({ ...engine, settings: { ...engine.settings, outboxHours: hours } }), {
    ...owner,
    migrations: '',
  });
};
const left = async (): Promise<number[]> => {
  const rows = await database('tenancy').rows<{ position: number }>(
    sql.unsafe`SELECT position FROM outbox ORDER BY position`,
  );
  return rows.map(({ position }) => position);
};
const complaints = async (): Promise<string[]> => {
  const texts: string[] = [];
  const work = backgroundWork(plumbline.services.get('tenancy')!.engine);
  const [gaps] = auditsOf({ ...owner, migrations: '' }, createExtensions([])).filter(
    ({ title }) => title === 'gaps between change records',
  );
  await gaps!.run(work, { repair: false, found: (text) => texts.push(text), looked: () => undefined });
  return texts;
};

describe('Change records that everybody has', () => {
  it('are removed, and the next one gets the next position', async () => {
    await make('a', 'b');
    expect(await prune(0)).toBe(2);
    expect(await left()).toEqual([]);
    await make('c');
    expect(await left()).toEqual([3]);
    expect(taken.map(({ position }) => position)).toEqual([1, 2, 3]);
    expect(await prune(0)).toBe(1);
    expect(await complaints()).toEqual([]);
  });

  it('stay as long as the setting says', async () => {
    await make('a', 'b', 'c');
    await database('tenancy').run(
      sql.unsafe`UPDATE outbox SET time = time - interval '2 hours' WHERE position IN (1, 3)`,
    );
    expect(await prune(1)).toBe(1);
    expect(await left()).toEqual([2, 3]);
    expect(await complaints()).toEqual([]);
  });

  it('stay while somebody has not', async () => {
    await make('a');
    failing = true;
    await make('b');
    expect(await prune(0)).toBe(1);
    expect(await left()).toEqual([2]);
    failing = false;
    await make('c');
    expect(taken.map(({ object_data }) => object_data!.name)).toEqual(['a', 'b', 'c']);
    expect(await prune(0)).toBe(2);
  });

  it('stay while somebody does not say', async () => {
    await make('a');
    await plumbline.services.get('circuits')!.stop();
    await expect(prune(0)).rejects.toThrow('circuits');
    expect(await left()).toEqual([1]);
    plumbline.services.delete('circuits');
  });

  it('are not missed by one whose database is older than they are: it goes on with what there is', async () => {
    await make('a', 'b', 'c');
    await prune(0);
    await database('circuits').run(sql.unsafe`UPDATE consumed SET position = 1`);
    await make('d');
    expect(taken.map(({ object_data }) => object_data!.name)).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('Change records for a store of the broker', () => {
  /** Stands for one that has kept messages of another database, up to a position. */
  const aStore = (position: number) => {
    const kept: number[] = [];
    const store: MessageStore = {
      last: async () => kept.at(-1) ?? position,
      keep: async (_app, messages) => {
        kept.push(...messages.map((message) => message.position));
        return true;
      },
    };
    return { kept, store };
  };

  it('are handed on from their beginning where it has more than there ever were, and stay until then', async () => {
    await make('a', 'b');
    const { engine } = plumbline.services.get('tenancy')!;
    const { bus } = engine;
    const { kept, store } = aStore(1_000);
    engine.bus = changedBus(bus, { store });
    const error = jest.spyOn(engine.log, 'error').mockImplementation();
    expect(await prune(0)).toBe(0);
    const mirror = await startJetStreamMirror(engine);
    await mirror.stop();
    engine.bus = bus;
    expect(kept).toEqual([1, 2]);
    expect(error).toHaveBeenCalledTimes(1);
    error.mockRestore();
  });
});

it('A record missing among those that are left is told by the audit', async () => {
  await make('a', 'b', 'c', 'd');
  await database('tenancy').run(sql.unsafe`UPDATE outbox SET time = time - interval '2 hours' WHERE position = 1`);
  await prune(1);
  expect(await complaints()).toEqual([]);
  await database('tenancy').run(sql.unsafe`DELETE FROM outbox WHERE position = 2`);
  expect(await complaints()).toEqual([expect.stringContaining('between 1 and 3')]);
});
