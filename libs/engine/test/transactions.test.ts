import { type BatchRule, bare, defineModel, f, where } from '@plumbline/model';
import { sql } from '@plumbline/store';
// @boundaries-ignore the test kit is built from this package
import { startTestServices, type TestServices } from '@plumbline/testkit';
import { changeObjects, withStatementTimeout } from '../src';
import { askedTogether } from '../src/bus/askedTogether';
import { select } from '../src/core/messages/ask';
import { systemScope } from '../src/core/scope';
import { inTransaction } from '../src/core/transactions/transaction';
import { unitOfWork } from '../src/core/unitOfWork';
import { decidingTransaction } from '../src/write/idempotency/idempotency';
import { blockReferrers, claimBlocks } from '../src/write/locks/blockReferrers';
import { writeValid } from '../src/write/writeValid';

/** Nobody is to begin to refer to what is about to be called something else. */
const isGoodWhenNobodyRefers: BatchRule = async (candidates, { blockReferrers }) => {
  const changed = candidates.filter(({ before }) => before);
  if (changed.length > 0)
    await blockReferrers(
      'tenancy.lamp',
      changed.map(({ row }) => row.id as string),
    );
  return candidates.map(({ row }) => (row.name === 'bad' ? { name: ['No.'] } : undefined));
};

const Lamp = defineModel('tenancy.lamp', {
  endpoint: 'lamps',
  traits: [bare],
  fields: { name: f.text(50) },
  validate: [isGoodWhenNobodyRefers],
});

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startTestServices([{ app: 'tenancy', models: [Lamp] }], { logLevel: 'silent' });
});
afterAll(() => plumbline?.stop());

const work = () => unitOfWork(plumbline.services.get('tenancy')!.engine, systemScope());

describe('questions that are asked together', () => {
  it('are those of one request, whatever id its client has given it', async () => {
    const { engine } = plumbline.services.get('tenancy')!;
    const asked = (deadline: number) =>
      askedTogether(
        unitOfWork(engine, { ...systemScope(), requestId: 'mine', asker: 'ipam', deadline }),
        async ({ sql: run }) => run,
      );
    const [one, same, other] = await Promise.all([asked(1), asked(1), asked(2)]);
    expect(one).toBe(same);
    expect(other).not.toBe(one);
  });
});

describe('a transaction that fails', () => {
  it('fails as it did, also where what it began elsewhere cannot be taken back', async () => {
    const lost = new Error('the connection was lost');
    const takenBack: string[] = [];
    const failure = await inTransaction(work(), async ({ afterRollback }) => {
      afterRollback!.push(
        async () => {
          throw new Error('nobody answers');
        },
        async () => void takenBack.push('the second'),
      );
      throw lost;
    }).catch((error) => error);
    expect(failure).toBe(lost);
    expect(takenBack).toEqual(['the second']);
  });
});

describe('a part of a transaction that is rolled back', () => {
  it('leaves nothing to be claimed of those it kept from referring', async () => {
    const make = async (): Promise<string> =>
      (await plumbline.request('POST', '/api/tenancy/lamps/', { name: 'first' })).body.id;
    const [refused, changed] = [await make(), await make()];
    const wanted = [
      { id: refused, body: { name: 'bad' } },
      { id: changed, body: { name: 'good' } },
    ];
    const faults: string[] = [];
    await inTransaction(work(), (inner) =>
      writeValid(
        inner,
        wanted,
        (list) => changeObjects(inner, Lamp, list, { mode: 'change', errors: 'list' }),
        ({ id }, fault) => faults.push(`${id} ${fault}`),
      ),
    );
    expect(faults).toEqual([`${refused} name: No.`]);
    const rows = await select(work(), 'tenancy.lamp', where('id', 'in', [refused, changed]), { values: ['name'] });
    expect(new Map(rows.map(({ id, name }) => [id, name]))).toEqual(
      new Map([
        [refused, 'first'],
        [changed, 'good'],
      ]),
    );
  });
});

describe('a transaction that is run anew', () => {
  it('has taken back before what its first run began elsewhere', async () => {
    const { id } = (await plumbline.request('POST', '/api/tenancy/lamps/', { name: 'contended' })).body;
    const marks = () =>
      plumbline.services.get('tenancy')!.engine.database.rows(sql.unsafe`SELECT operation FROM deleting_mark`);
    const found: number[] = [];
    let runs = 0;
    await inTransaction(work(), async (inner) => {
      found.push((await marks()).length);
      await blockReferrers(inner, 'tenancy.lamp', [id]);
      if (++runs === 1) await inner.sql.run(sql.unsafe`DO $$ BEGIN RAISE deadlock_detected; END $$`);
      await claimBlocks(inner);
    });
    expect(runs).toBe(2);
    expect(found).toEqual([0, 0]);
    expect(await marks()).toEqual([]);
  });
});

describe('a transaction behind a pooler, which begins with its own limits', () => {
  it('has them again after statements that may take less', async () => {
    const shown = await inTransaction(work(), async (inner) => {
      await inner.sql.run(sql.unsafe`SET LOCAL statement_timeout TO '7s'`);
      const { sql: bounded } = withStatementTimeout(inner);
      await Promise.all([1, 2].map(() => bounded.run(sql.unsafe`SELECT 1`)));
      return inner.sql.first(sql.unsafe`SELECT current_setting('statement_timeout') AS timeout`);
    });
    expect(shown).toEqual({ timeout: '7s' });
  });
});

describe('a write whose time is up', () => {
  const database = () => plumbline.services.get('tenancy')!.engine.database;
  /** Work of a request that is given up in so many milliseconds. */
  const givenUpIn = (milliseconds: number) => {
    const { engine, scope } = work();
    return unitOfWork(engine, { ...scope, deadline: Date.now() + milliseconds + 500 });
  };

  it('lets go of what it has locked, whatever the database is doing for it', async () => {
    const { id } = (await plumbline.request('POST', '/api/tenancy/lamps/', { name: 'wanted' })).body;
    const statements: string[] = [];
    const givenUp = decidingTransaction(givenUpIn(300), async ({ sql: tx }) => {
      const send = (text: string, sent: Promise<unknown>) => sent.then(() => statements.push(text));
      await send('lock', tx.run(sql.unsafe`SELECT FROM lamp WHERE id = ${id}::uuid FOR UPDATE`));
      await send('sleep', tx.run(sql.unsafe`SELECT pg_sleep(25)`)).catch(() => undefined);
      await send('more', tx.run(sql.unsafe`SELECT 1`));
    }).catch((error) => error);
    await expect(givenUp).resolves.toMatchObject({ status: 503, body: { detail: expect.stringContaining('in time') } });
    expect(statements).toEqual(['lock']);
    const busy = sql.unsafe`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_sleep(25)%' AND state = 'active' AND pid <> pg_backend_pid()`;
    expect(await database().rows(busy)).toEqual([]);
    expect((await plumbline.request('PATCH', `/api/tenancy/lamps/${id}/`, { name: 'changed' })).status).toBe(200);
  });

  it('sends nothing more', async () => {
    const statements: string[] = [];
    const late = decidingTransaction(givenUpIn(20), async ({ sql: tx }) => {
      for (const _ of Array.from({ length: 400 })) {
        await tx.run(sql.unsafe`SELECT pg_sleep(0.005)`);
        statements.push('one more');
      }
    });
    await expect(late).rejects.toMatchObject({ status: 503 });
    expect(statements.length).toBeLessThan(20);
  });

  it('is over at once where it only waits for others', async () => {
    const key = sql.fragment`SELECT pg_advisory_xact_lock(4711)`;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isHeld = () => {};
    const holding = new Promise<void>((resolve) => {
      isHeld = resolve;
    });
    const other = database().transaction(async (tx) => {
      await tx.run(key);
      isHeld();
      await held;
    });
    await holding;
    const waiting = decidingTransaction(givenUpIn(300), ({ sql: tx }) => tx.run(key));
    await expect(waiting).rejects.toMatchObject({ status: 503 });
    release();
    await other;
  });
});
