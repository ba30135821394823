import { setTimeout as delay } from 'node:timers/promises';
import type { Audit, Auditor, UnitOfWork } from '@plumbline/engine';
import type { Model } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import type { CustomField } from './customField';

/** Milliseconds in which what is being taken away or written anew at the moment should be. */
const patience = [300, 700, 1_500];

/** Most objects that are named of each field. */
const named = 1_000;

/** Looks for values of custom fields that there are not, and for choices that nobody is offered. */
export const valueAudit = (model: Model): Audit => ({
  title: `values of custom fields of ${model.label}`,
  takesAway: true,
  run: async (work, auditor) => {
    for (const key of await keysWithValues(work, model)) await auditKey(work, model, key, auditor);
    const counted = await work.sql.first<{ n: number }>(
      sql.unsafe`SELECT count(*) AS n FROM ${tableOf(model)} WHERE custom_fields <> '{}'`,
    );
    auditor.looked(Number(counted?.n));
  },
});

const tableOf = (model: Model): Sql => sql.fragment`${sql.identifier([model.name])}`;

async function keysWithValues(work: UnitOfWork, model: Model): Promise<string[]> {
  const rows = await work.sql.rows<{ key: string }>(
    sql.unsafe`SELECT DISTINCT jsonb_object_keys(custom_fields) AS key FROM ${tableOf(model)} WHERE custom_fields <> '{}' ORDER BY key`,
  );
  return rows.map(({ key }) => key);
}

/** What is wrong with values under one key: how to find the rows, how to tell of them, how to mend them. */
interface Fault {
  rows: Sql;
  text: string;
  mend: Sql;
}

async function auditKey(work: UnitOfWork, model: Model, key: string, auditor: Auditor): Promise<void> {
  let found: { id: string }[] = [];
  let fault: Fault | undefined;
  for (const pause of [...patience, undefined]) {
    fault = await faultOf(work, model, key);
    found = fault
      ? await work.sql.rows<{ id: string }>(
          sql.unsafe`SELECT id FROM ${tableOf(model)} WHERE ${fault.rows} ORDER BY id LIMIT ${named}`,
        )
      : [];
    if (found.length === 0) return;
    if (pause !== undefined) await delay(pause);
  }
  if (auditor.repair)
    await work.sql.run(
      sql.unsafe`UPDATE ${tableOf(model)} SET custom_fields = ${fault!.mend}, last_updated = now() WHERE ${fault!.rows}`,
    );
  for (const { id } of found) auditor.found(`${model.label} ${id}: ${fault!.text}`, auditor.repair);
}

interface Written {
  definition: CustomField | null;
  state: 'adding' | 'ready' | 'removing';
  renamings: { from: string; to: string }[];
}

/** What can be wrong with the values under a key; nothing where the service is about to write them itself. */
async function faultOf(work: UnitOfWork, model: Model, key: string): Promise<Fault | undefined> {
  const written = await work.sql.first<Written>(
    sql.unsafe`SELECT definition, state, renamings FROM custom_field WHERE label = ${model.label} AND key = ${key}`,
  );
  if (!written)
    return {
      rows: sql.fragment`jsonb_exists(custom_fields, ${key})`,
      text: `it has a value of the custom field ${key}, which there is not.`,
      mend: sql.fragment`custom_fields - ${key}::text`,
    };
  const { definition, state, renamings } = written;
  if (!definition || state !== 'ready' || renamings.length > 0) return undefined;
  const words = sql.array(
    definition.choices.map(({ value }) => value),
    'text',
  );
  const value = sql.fragment`custom_fields->${key}::text`;
  const text = `it has a choice of the custom field ${key} that is not offered.`;
  if (definition.type === 'select')
    return {
      rows: sql.fragment`jsonb_typeof(${value}) = 'string' AND NOT custom_fields->>${key}::text = ANY(array_append(${words}, ''))`,
      text,
      mend: sql.fragment`jsonb_set(custom_fields, ARRAY[${key}::text], 'null')`,
    };
  if (definition.type !== 'multi-select') return undefined;
  const items = sql.fragment`jsonb_array_elements_text(CASE jsonb_typeof(${value}) WHEN 'array' THEN ${value} ELSE '[]' END) WITH ORDINALITY AS items(item, place)`;
  return {
    rows: sql.fragment`EXISTS (SELECT FROM ${items} WHERE NOT item = ANY(${words}))`,
    text,
    mend: sql.fragment`jsonb_set(custom_fields, ARRAY[${key}::text], (SELECT coalesce(jsonb_agg(item ORDER BY place), '[]') FROM ${items} WHERE item = ANY(${words})))`,
  };
}
