import { type Chore, inTransaction, type UnitOfWork } from '@plumbline/engine';
import { type Sql, sql } from '@plumbline/store';
import type { CustomField, Renaming } from './customField';
import { lockFields, readDefinitions } from './definitions';
import { renamedWords } from './renamedWords';

/** Rows that are written at once, so that nobody waits for long; also what counts as a small table. */
const portion = 1_000;

const table = ({ engine }: UnitOfWork, label: string): Sql =>
  sql.fragment`${sql.identifier([engine.models.get(label)!.name])}`;

/** Whether all rows of a model can be written in one go. */
export async function fewRows(work: UnitOfWork, label: string): Promise<boolean> {
  const row = await work.sql.first<{ n: number }>(
    sql.unsafe`SELECT count(*) AS n FROM (SELECT FROM ${table(work, label)} LIMIT ${portion + 1}) AS looked_at`,
  );
  return Number(row?.n) <= portion;
}

/** Which rows: all, or those with these ids. */
const among = (ids?: string[]): Sql => (ids ? sql.fragment`id = ANY(${sql.array(ids, 'uuid')})` : sql.fragment`TRUE`);

/** Gives objects that lack one of the fields its default. */
export async function addValues(work: UnitOfWork, label: string, fields: CustomField[], ids?: string[]): Promise<void> {
  const defaults = JSON.stringify(Object.fromEntries(fields.map(({ key, default: value }) => [key, value ?? null])));
  const keys = sql.array(
    fields.map(({ key }) => key),
    'text',
  );
  await work.sql.run(sql.unsafe`
    UPDATE ${table(work, label)} SET custom_fields = ${defaults}::jsonb || custom_fields, last_updated = now()
    WHERE ${among(ids)} AND NOT jsonb_exists_all(custom_fields, ${keys})`);
}

/** Takes the values of fields away from objects. */
export async function removeValues(work: UnitOfWork, label: string, keys: string[], ids?: string[]): Promise<void> {
  const gone = sql.array(keys, 'text');
  await work.sql.run(sql.unsafe`
    UPDATE ${table(work, label)} SET custom_fields = custom_fields - ${gone}, last_updated = now()
    WHERE ${among(ids)} AND jsonb_exists_any(custom_fields, ${gone})`);
}

/** Writes values of choices by their new words: in one go, for one may be called now what another was. */
export async function renameValues(
  work: UnitOfWork,
  label: string,
  key: string,
  renamings: readonly Renaming[],
  ids?: string[],
): Promise<void> {
  const newWords = Object.fromEntries(renamings.map(({ from, to }) => [from, to]));
  const value = sql.fragment`(custom_fields->${key}::text)`;
  await work.sql.run(sql.unsafe`
    UPDATE ${table(work, label)} SET last_updated = now(),
      custom_fields = jsonb_set(custom_fields, ARRAY[${key}::text], ${renamedWords(value, newWords)})
    WHERE ${among(ids)} AND jsonb_exists_any(${value}, ${sql.array(Object.keys(newWords), 'text')})`);
}

interface Task {
  label: string;
  key: string;
  definition: CustomField | null;
  state: 'adding' | 'ready' | 'removing';
  renamings: Renaming[];
}

const isUnwritten = sql.fragment`(state <> 'ready' OR renamings <> '[]')`;

/** Values of fields that came, went or changed are written to large tables in the background. */
export const unwrittenValues: Chore = {
  due: () => sql.fragment`EXISTS (SELECT FROM custom_field WHERE ${isUnwritten})`,
  act: provision,
};

/**
 * Sees custom fields of large tables through, a portion of rows at a time and all fields of a model together; begins
 * again where a crash cut it off.
 */
async function provision(work: UnitOfWork): Promise<void> {
  const tasks = await work.sql.rows<Task>(
    sql.unsafe`SELECT label, key, definition, state, renamings FROM custom_field WHERE ${isUnwritten} ORDER BY label, key`,
  );
  for (const label of new Set(tasks.map((task) => task.label)))
    if (work.engine.models.has(label))
      await seeThrough(
        work,
        label,
        tasks.filter((task) => task.label === label),
      );
}

async function seeThrough(work: UnitOfWork, label: string, tasks: Task[]): Promise<void> {
  const { log } = work.engine;
  const going = tasks.filter(({ state }) => state === 'removing').map(({ key }) => key);
  const coming = tasks.flatMap(({ state, definition }) => (state === 'adding' && definition ? [definition] : []));
  const staying = tasks.filter(({ state }) => state !== 'removing');
  const what = { model: label, customFields: tasks.length };
  log.info({ ...what, added: coming.length, removed: going.length }, 'writing values of custom fields');
  const rows = await eachPortion(work, label, async (inner, ids) => {
    if (going.length > 0) await removeValues(inner, label, going, ids);
    if (coming.length > 0) await addValues(inner, label, coming, ids);
    for (const { key, renamings } of await lockRenamingsShared(inner, label, staying))
      for (const renaming of renamings) await renameValues(inner, label, key, [renaming], ids);
  });
  // Each for itself: whoever brings definitions up to date locks several in an order of its own.
  for (const task of tasks) await inTransaction(work, (inner) => finish(inner, task));
  await readDefinitions(work);
  log.info({ ...what, rows }, 'wrote values of custom fields');
}

/** What is still to be renamed: who brings definitions up to date may have seen to it meanwhile, and waits from now on. */
async function lockRenamingsShared(
  { sql: run }: UnitOfWork,
  label: string,
  tasks: Task[],
): Promise<Pick<Task, 'key' | 'renamings'>[]> {
  const keys = tasks.filter(({ renamings }) => renamings.length > 0).map(({ key }) => key);
  if (keys.length === 0) return [];
  return run.rows(
    sql.unsafe`SELECT key, renamings FROM custom_field WHERE label = ${label} AND key = ANY(${sql.array(keys, 'text')}) ORDER BY key FOR SHARE`,
  );
}

/** Notes that it is done, unless it has become something else meanwhile. */
async function finish(work: UnitOfWork, { label, key, state, renamings }: Task): Promise<void> {
  const { sql: run } = work;
  await lockFields(work, label);
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
  work: UnitOfWork,
  label: string,
  write: (inner: UnitOfWork, ids: string[]) => Promise<void>,
): Promise<number> {
  let beyond = sql.fragment`TRUE`;
  for (let rows = 0; ; ) {
    const found = await work.sql.rows<{ id: string }>(
      sql.unsafe`SELECT id FROM ${table(work, label)} WHERE ${beyond} ORDER BY id LIMIT ${portion}`,
    );
    const ids = found.map(({ id }) => id);
    if (ids.length > 0) await inTransaction(work, (inner) => write(inner, ids));
    rows += ids.length;
    if (ids.length < portion) return rows;
    beyond = sql.fragment`id > ${ids.at(-1)!}::uuid`;
  }
}
