import { backgroundWork, reloadDefinitions, select, type UnitOfWork, withinTransaction } from '@plumbline/engine';
import { everything, type Row } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { choiceLabel } from './chosen';
import { type CustomField, customFieldSchema, type Renaming } from './customField';
import { lockFields, readDefinitions } from './definitions';
import { addValues, fewRows, removeValues, renameValues } from './provision';

/** The models that say which custom fields there are. */
export const customFieldLabel = 'extras.customfield';
export const customFieldModels = [customFieldLabel, choiceLabel] as const;

/** What this service has written down of a custom field of one model. */
interface StoredDefinition {
  label: string;
  key: string;
  definition: CustomField | null;
  state: 'adding' | 'ready' | 'removing';
}

/**
 * Brings what this service knows of custom fields up to date with what extras has, in one transaction. Objects of small
 * tables are given and relieved of their values at once; those of large ones in the background (`provision`).
 */
export async function syncCustomFields(work: UnitOfWork): Promise<void> {
  await withinTransaction(work, async (inner) => {
    await inner.sql.run(sql.unsafe`SELECT pg_advisory_xact_lock(hashtext('custom_field'))`);
    // Asked under the lock: what another process has written down meanwhile is not taken for gone.
    const wanted = await definitions(inner);
    const known = await knownFields(inner);
    for (const [label, model] of inner.engine.models) {
      if (!model.abilities.customFields) continue;
      const fields = wanted.filter(({ labels }) => labels.includes(label)).map(({ field }) => field);
      const own = await withoutReplaced(
        inner,
        label,
        known.filter((one) => one.label === label),
        fields,
      );
      const written = new Map(own.map((one) => [one.key, one]));
      const keys = new Set(fields.map(({ key }) => key));
      for (const field of fields) {
        const one = written.get(field.key);
        if (one) await keep(inner, label, field, one);
      }
      await add(
        inner,
        label,
        fields.filter(({ key }) => !written.has(key)),
      );
      await drop(
        inner,
        label,
        own.filter(({ key }) => !keys.has(key)),
      );
    }
    inner.afterCommit!.push(() =>
      reloadDefinitions(backgroundWork(work.engine), { name: 'customfield', read: readDefinitions }),
    );
  });
}

/** Fields of which this service has written down something else than extras says, or that only one of them has. */
export async function outdatedFields(work: UnitOfWork): Promise<{ label: string; key: string }[]> {
  const wanted = await definitions(work);
  const known = await knownFields(work);
  const models = [...work.engine.models.values()].filter(({ abilities }) => abilities.customFields);
  return models.flatMap(({ label }) => {
    const fields = new Map(
      wanted.filter(({ labels }) => labels.includes(label)).map(({ field }) => [field.key, JSON.stringify(field)]),
    );
    const own = new Map(known.filter((one) => one.label === label).map((one) => [one.key, one]));
    const differs = (key: string): boolean => {
      const [said, written] = [fields.get(key), own.get(key)];
      if (said === undefined) return written!.state !== 'removing';
      return !written || !isSame(written, said);
    };
    return [...new Set([...fields.keys(), ...own.keys()])].filter(differs).map((key) => ({ label, key }));
  });
}

const knownFields = ({ sql: run }: UnitOfWork): Promise<StoredDefinition[]> =>
  run.rows<StoredDefinition>(sql.unsafe`SELECT label, key, definition, state FROM custom_field`);

/**
 * What is known of the fields of a model once those are gone whose keys others have by now: of a field that went and came while
 * nobody here heard of either the new one has no values.
 */
async function withoutReplaced(
  work: UnitOfWork,
  label: string,
  known: StoredDefinition[],
  fields: CustomField[],
): Promise<StoredDefinition[]> {
  const ids = new Map(fields.map(({ key, id }) => [key, id]));
  const replaced = known.filter(
    ({ key, definition, state }) =>
      ids.has(key) && state !== 'removing' && definition?.id && definition.id !== ids.get(key),
  );
  if (replaced.length === 0) return known;
  await drop(work, label, replaced);
  return (await knownFields(work)).filter((one) => one.label === label);
}

interface Definition {
  labels: string[];
  field: CustomField;
}

async function definitions(work: UnitOfWork): Promise<Definition[]> {
  const names = [...Object.keys(customFieldSchema.shape).filter((name) => name !== 'choices'), 'content_types'];
  const [fields, choices] = await Promise.all([
    select(work, customFieldLabel, everything, { values: names }),
    select(work, choiceLabel, everything, { values: ['custom_field', 'value'], ordered: true }),
  ]);
  return fields.map((row: Row) => ({
    labels: row.content_types as string[],
    field: customFieldSchema.parse({
      ...row,
      choices: choices
        .filter((choice) => choice.custom_field === row.id)
        .map(({ id, value }) => ({ id: String(id), value: String(value) })),
    }),
  }));
}

/**
 * Writes down new fields of a model, and gives objects their defaults. Whoever writes objects without knowing of them is
 * waited for, so that all objects there are by then get them; who comes later knows of them (`lockFieldsShared`).
 */
async function add(work: UnitOfWork, label: string, fields: CustomField[]): Promise<void> {
  if (fields.length === 0) return;
  await lockFields(work, label);
  const atOnce = await fewRows(work, label);
  if (atOnce) await addValues(work, label, fields);
  // Who waits in line meanwhile sees no new row, but that an old one was written again.
  await work.sql.run(sql.unsafe`UPDATE custom_field SET state = state WHERE label = ${label}`);
  await work.sql.run(sql.unsafe`
    INSERT INTO custom_field (label, key, definition, state)
    SELECT ${label}, field->>'key', field, ${atOnce ? 'ready' : 'adding'}
    FROM jsonb_array_elements(${JSON.stringify(fields)}::jsonb) AS field`);
}

async function keep(work: UnitOfWork, label: string, field: CustomField, known: StoredDefinition): Promise<void> {
  const definition = JSON.stringify(field);
  if (isSame(known, definition)) return;
  const here = sql.fragment`label = ${label} AND key = ${field.key}`;
  await lockFields(work, label);
  const locked = await work.sql.first<{ renamings: Renaming[] }>(
    sql.unsafe`SELECT renamings FROM custom_field WHERE ${here} FOR UPDATE`,
  );
  const pending = (locked?.renamings ?? []).filter(({ choice }) => field.choices.some(({ id }) => id === choice));
  const renamings = await renameReused(work, label, field, pending, renamed(known.definition, field));
  await work.sql.run(
    sql.unsafe`UPDATE custom_field SET definition = ${definition}::jsonb, renamings = ${JSON.stringify(renamings)}::jsonb WHERE ${here}`,
  );
}

/**
 * What is to be renamed in the background. Where a choice has a word now that another one had, nothing is: from now on a value
 * would not tell which of the two is meant, so all are renamed before anybody writes another.
 */
async function renameReused(
  work: UnitOfWork,
  label: string,
  field: CustomField,
  pending: Renaming[],
  fresh: Renaming[],
): Promise<Renaming[]> {
  const words = new Set(field.choices.map(({ value }) => value));
  if (![...pending, ...fresh].some(({ from }) => words.has(from))) return [...pending, ...fresh];
  for (const one of pending) await renameValues(work, label, field.key, [one]);
  if (fresh.length > 0) await renameValues(work, label, field.key, fresh);
  return [];
}

/** Choices that go by another word now. One that is gone leaves the values as they are. */
function renamed(before: CustomField | null, now: CustomField): Renaming[] {
  const words = new Map((before?.choices ?? []).map(({ id, value }) => [id, value]));
  return now.choices.flatMap(({ id, value }) => {
    const from = words.get(id);
    return from === undefined || from === value ? [] : [{ choice: id, from, to: value }];
  });
}

/** Whether a field is as it was written down: then nobody who writes values of it need be waited for. */
const isSame = ({ definition, state }: StoredDefinition, now: string): boolean =>
  definition !== null && state !== 'removing' && JSON.stringify(customFieldSchema.parse(definition)) === now;

/**
 * Takes fields of a model away, and with them the values: whoever writes values by them holds their rows
 * (`lockFieldsShared`), so that it is waited for here before they are looked for.
 */
async function drop(work: UnitOfWork, label: string, known: StoredDefinition[]): Promise<void> {
  const going = known.filter(({ state, definition }) => state !== 'removing' || definition !== null);
  if (going.length === 0) return;
  await lockFields(work, label);
  const few = await fewRows(work, label);
  const [atOnce, later] = [true, false].map((isAtOnce) =>
    going.filter(({ state }) => (few && state !== 'removing') === isAtOnce).map(({ key }) => key),
  ) as [string[], string[]];
  const these = (keys: string[]) => sql.fragment`label = ${label} AND key = ANY(${sql.array(keys, 'text')})`;
  if (atOnce.length > 0) {
    await work.sql.run(sql.unsafe`DELETE FROM custom_field WHERE ${these(atOnce)}`);
    await removeValues(work, label, atOnce);
  }
  if (later.length > 0)
    await work.sql.run(sql.unsafe`UPDATE custom_field SET definition = NULL, state = 'removing' WHERE ${these(later)}`);
}
