import { everything, type Label, partsOfLabel } from '@plumbline/model';
import { sql } from '@plumbline/store';
import type { ZodObject, z } from 'zod/v4';
import type { Engine, UnitOfWork } from '../core/engine';
import { reloadDefinitions, type SyncedDefinitions } from '../core/extensions/syncedDefinitions';
import { perEngine } from '../core/kept/perEngine';
import { select } from '../core/messages/ask';
import { withinTransaction } from '../core/transactions/transaction';
import { isWrittenSince, writtenState } from '../core/transactions/writtenState';
import { backgroundWork } from '../core/unitOfWork';

/** What there is to know of a model whose objects say something of objects of all services. */
interface Subject<Shape extends ZodObject> {
  label: Label;
  /** What is kept of each; `id` is among it. */
  schema: Shape;
  /** Where this service keeps it. */
  table: string;
  /** Whether one of them is about models of this service. */
  isAbout(engine: Engine, one: z.infer<Shape>): boolean;
  /** Which comes first. */
  order(one: z.infer<Shape>, other: z.infer<Shape>): number;
  concerns: SyncedDefinitions['concerns'];
}

/** Definitions that every service keeps a copy of; `all` is what this process knows of them. */
export interface Definitions<T> extends SyncedDefinitions {
  all(engine: Engine): readonly T[];
}

/** Keeps the definitions that concern a service in a table of its own and in the memory of each of its processes. */
export function createDefinitions<Shape extends ZodObject>(subject: Subject<Shape>): Definitions<z.infer<Shape>> {
  type One = z.infer<Shape>;
  const { label, schema, isAbout, order, concerns } = subject;
  const { model: name } = partsOfLabel(label);
  const table = sql.fragment`${sql.identifier([subject.table])}`;
  const known = perEngine(() => ({ all: [] as One[], written: undefined as string | undefined }));

  async function read({ engine, sql: run }: UnitOfWork): Promise<void> {
    const rows = await run.rows<{ definition: unknown; written: string }>(
      sql.unsafe`SELECT definition, ${writtenState(table)} AS written FROM ${table}`,
    );
    const all = rows.map(({ definition }) => schema.parse(definition)).sort(order);
    Object.assign(known(engine), { all, written: rows[0]?.written });
  }

  const isOutdated = (engine: Engine) => isWrittenSince(table, known(engine).written);

  async function sync(work: UnitOfWork): Promise<void> {
    const values = Object.keys(schema.shape).filter((column) => column !== 'id');
    await withinTransaction(work, async (inner) => {
      await inner.sql.run(sql.unsafe`SELECT pg_advisory_xact_lock(hashtext(${subject.table}))`);
      const rows = await select(inner, label, everything, { values });
      const wanted = rows.map((row) => schema.parse(row)).filter((one) => isAbout(inner.engine, one));
      await inner.sql.run(sql.unsafe`DELETE FROM ${table}`);
      await inner.sql.run(sql.unsafe`
        INSERT INTO ${table} (id, definition)
        SELECT (item->>'id')::uuid, item FROM jsonb_array_elements(${JSON.stringify(wanted)}::jsonb) AS item`);
      inner.afterCommit!.push(() => reloadDefinitions(backgroundWork(work.engine), { name, read }));
    });
  }

  return { name, models: [label], concerns, sync, read, isOutdated, all: (engine) => known(engine).all };
}
