import { everything, type Label } from '@plumbline/model';
import { sql } from '@plumbline/store';
import type { ZodObject, z } from 'zod/v4';
import { type Engine, type Work, withinTransaction } from '../engine';
import { backgroundWork } from '../record/relay';
import { select } from '../verbs/ask';
import { type Known, knowAgain } from './known';

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
  concerns: Known['concerns'];
}

/** Definitions that every service keeps a copy of; `all` is what this process knows of them. */
export interface Definitions<T> extends Known {
  all(engine: Engine): readonly T[];
}

/** Keeps the definitions that concern a service in a table of its own and in the memory of each of its processes. */
export function createDefinitions<Shape extends ZodObject>(subject: Subject<Shape>): Definitions<z.infer<Shape>> {
  type One = z.infer<Shape>;
  const { label, schema, isAbout, order, concerns } = subject;
  const name = label.slice(label.indexOf('.') + 1);
  const table = sql.identifier([subject.table]);
  const known = new WeakMap<Engine, One[]>();
  const none: One[] = [];

  async function read({ engine, sql: run }: Work): Promise<void> {
    const rows = await run.rows<{ definition: unknown }>(sql.unsafe`SELECT definition FROM ${table}`);
    known.set(engine, rows.map(({ definition }) => schema.parse(definition)).sort(order));
  }

  async function takeIn(work: Work): Promise<void> {
    const values = Object.keys(schema.shape).filter((column) => column !== 'id');
    await withinTransaction(work, async (inner) => {
      await inner.sql.run(sql.unsafe`SELECT pg_advisory_xact_lock(hashtext(${subject.table}))`);
      const rows = await select(inner, label, everything, { values });
      const wanted = rows.map((row) => schema.parse(row)).filter((one) => isAbout(inner.engine, one));
      await inner.sql.run(sql.unsafe`DELETE FROM ${table}`);
      await inner.sql.run(sql.unsafe`
        INSERT INTO ${table} (id, definition)
        SELECT (item->>'id')::uuid, item FROM jsonb_array_elements(${JSON.stringify(wanted)}::jsonb) AS item`);
      inner.afterCommit!.push(() => knowAgain(backgroundWork(work.engine), { name, read }));
    });
  }

  return { name, models: [label], concerns, takeIn, read, all: (engine) => known.get(engine) ?? none };
}
