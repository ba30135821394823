import { type Sql, sql } from '@plumbline/store';
import { inTransaction, type Work } from '../engine';
import type { CustomField } from './definition';
import { readKnownFields } from './known';
import type { Renaming } from './takeIn';

/** Rows that are written at once, so that nobody waits for long; also what counts as a small table. */
const portion = 1_000;

const table = ({ engine }: Work, label: string): Sql =>
  sql.fragment`${sql.identifier([engine.models.get(label)!.name])}`;

/** Whether all rows of a model can be written in one go. */
export async function fewRows(work: Work, label: string): Promise<boolean> {
  const row = await work.sql.first<{ n: number }>(
    sql.unsafe`SELECT count(*) AS n FROM (SELECT FROM ${table(work, label)} LIMIT ${portion + 1}) AS looked_at`,
  );
  return Number(row?.n) <= portion;
}

/** Which rows: all, or those with these ids. */
const among = (ids?: string[]): Sql => (ids ? sql.fragment`id = ANY(${sql.array(ids, 'uuid')})` : sql.fragment`TRUE`);

/** Gives objects that lack the field its default. */
export async function addValues(work: Work, label: string, field: CustomField, ids?: string[]): Promise<void> {
  const value = JSON.stringify({ [field.key]: field.default ?? null });
  await work.sql.run(sql.unsafe`
    UPDATE ${table(work, label)} SET custom_fields = custom_fields || ${value}::jsonb, last_updated = now()
    WHERE ${among(ids)} AND NOT jsonb_exists(custom_fields, ${field.key})`);
}

/** Takes the field's value away from objects. */
export async function removeValues(work: Work, label: string, key: string, ids?: string[]): Promise<void> {
  await work.sql.run(sql.unsafe`
    UPDATE ${table(work, label)} SET custom_fields = custom_fields - ${key}::text, last_updated = now()
    WHERE ${among(ids)} AND jsonb_exists(custom_fields, ${key})`);
}

/** Writes values of a choice by its new word. */
async function renameValues(
  work: Work,
  label: string,
  key: string,
  { from, to }: Renaming,
  ids: string[],
): Promise<void> {
  const [one, other] = [JSON.stringify(from), JSON.stringify(to)];
  await work.sql.run(sql.unsafe`
    UPDATE ${table(work, label)} SET last_updated = now(), custom_fields = jsonb_set(custom_fields, ARRAY[${key}::text],
      CASE jsonb_typeof(custom_fields->${key}::text) WHEN 'array' THEN (
        SELECT jsonb_agg(CASE WHEN item = ${one}::jsonb THEN ${other}::jsonb ELSE item END ORDER BY place)
        FROM jsonb_array_elements(custom_fields->${key}::text) WITH ORDINALITY AS items(item, place))
      ELSE ${other}::jsonb END)
    WHERE ${among(ids)} AND (custom_fields->${key}::text = ${one}::jsonb OR custom_fields->${key}::text @> ${`[${one}]`}::jsonb)`);
}

interface Task {
  label: string;
  key: string;
  definition: CustomField | null;
  state: 'adding' | 'ready' | 'removing';
  renamings: Renaming[];
}

/** Sees custom fields of large tables through, a portion of rows at a time; begins again where a crash cut it off. */
export async function provision(work: Work): Promise<void> {
  const tasks = await work.sql.rows<Task>(
    sql.unsafe`SELECT label, key, definition, state, renamings FROM custom_field WHERE state <> 'ready' OR renamings <> '[]' ORDER BY label, key`,
  );
  for (const task of tasks) if (work.engine.models.has(task.label)) await seeThrough(work, task);
}

async function seeThrough(work: Work, task: Task): Promise<void> {
  const { label, key, definition, state, renamings } = task;
  const { log } = work.engine;
  log.info({ model: label, customField: key, state, renamings: renamings.length }, 'writing values of a custom field');
  const rows = await eachPortion(work, label, async (inner, ids) => {
    if (state === 'removing') return removeValues(inner, label, key, ids);
    if (state === 'adding') await addValues(inner, label, definition!, ids);
    for (const renaming of renamings) await renameValues(inner, label, key, renaming, ids);
  });
  await inTransaction(work, (inner) => finish(inner, task));
  await readKnownFields(work);
  log.info({ model: label, customField: key, rows }, 'wrote values of a custom field');
}

/** Notes that it is done, unless it has become something else meanwhile. */
async function finish({ sql: run }: Work, { label, key, state, renamings }: Task): Promise<void> {
  const same = sql.fragment`label = ${label} AND key = ${key} AND state = ${state}`;
  if (state === 'removing') {
    await run.run(sql.unsafe`DELETE FROM custom_field WHERE ${same} AND definition IS NULL`);
    await run.run(sql.unsafe`UPDATE custom_field SET state = 'adding', renamings = '[]' WHERE ${same}`);
    return;
  }
  await run.run(sql.unsafe`
    UPDATE custom_field SET state = 'ready', renamings = CASE WHEN renamings = ${JSON.stringify(renamings)}::jsonb THEN '[]' ELSE renamings END
    WHERE ${same}`);
}

async function eachPortion(
  work: Work,
  label: string,
  write: (inner: Work, ids: string[]) => Promise<void>,
): Promise<number> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (let rows = 0; ; ) {
    const found = await work.sql.rows<{ id: string }>(
      sql.unsafe`SELECT id FROM ${table(work, label)} WHERE id > ${last}::uuid ORDER BY id LIMIT ${portion}`,
    );
    const ids = found.map(({ id }) => id);
    if (ids.length > 0) await inTransaction(work, (inner) => write(inner, ids));
    rows += ids.length;
    if (ids.length < portion) return rows;
    last = ids.at(-1)!;
  }
}
