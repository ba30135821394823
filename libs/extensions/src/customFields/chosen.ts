import { lockLiving, type Protector, type UnitOfWork } from '@plumbline/engine';
import type { Row } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { type CustomField, type KnownField, valueUnder } from './customField';
import { lockFieldsShared } from './definitions';

/** The model of what may be chosen. */
export const choiceLabel = 'extras.customfieldchoice';

/** Values of custom fields, and those that were there before. */
export interface Chosen {
  values: Row;
  before?: Row | undefined;
}

/** The choices that values newly are, by id, with the field they are of. */
function newChoices(fields: CustomField[], all: Chosen[]): Map<string, CustomField> {
  const found = new Map<string, CustomField>();
  for (const field of fields.filter(({ type }) => type === 'select' || type === 'multi-select'))
    for (const { values, before } of all) {
      const known = new Set([valueUnder(before ?? {}, field.key)].flat());
      for (const value of [valueUnder(values, field.key)].flat()) {
        const choice = known.has(value) ? undefined : field.choices.find((one) => one.value === value);
        if (choice) found.set(choice.id, field);
      }
    }
  return found;
}

/**
 * Sees to it that what was chosen cannot be taken away before the transaction of `work` ends: a value refers to its
 * choice as a relation does to its target. Answers with the ids of choices that are not there any more.
 */
export async function lockChoicesShared(work: UnitOfWork, fields: CustomField[], all: Chosen[]): Promise<Set<string>> {
  const ids = new Set(newChoices(fields, all).keys());
  if (ids.size === 0) return ids;
  const living = await lockLiving(work, choiceLabel, ids);
  return new Set([...ids].filter((id) => !living.has(id)));
}

/**
 * The values of the custom fields of a new object of a model of which nothing is said: defaults, of which what was
 * chosen is still there.
 */
export async function defaultValues(work: UnitOfWork, label: string): Promise<Row> {
  const fields = await lockFieldsShared(work, label);
  const values: Row = Object.fromEntries(fields.map(({ key, default: value }) => [key, value ?? null]));
  const gone = await lockChoicesShared(work, fields, [{ values }]);
  for (const [id, { key }] of newChoices(fields, [{ values }])) if (gone.has(id)) values[key] = null;
  return values;
}

/** Fields without the choices that are gone. */
export const withoutChoices = (fields: KnownField[], gone: ReadonlySet<string>): KnownField[] =>
  fields.map((field) => ({ ...field, choices: field.choices.filter(({ id }) => !gone.has(id)) }));

interface Offered {
  label: string;
  key: string;
  id: string;
  value: string;
  /** What objects may still have in its place, until it is written anew. */
  words: string[];
}

/**
 * Of these choices, those that objects of this service have made, each standing in its own way as the contract has it.
 * A field that goes takes its choices along.
 */
export async function chosenHere(
  work: UnitOfWork,
  choices: ReadonlySet<unknown>,
  goingFields: ReadonlySet<unknown>,
): Promise<Protector[]> {
  const offered = await offeredHere(work, [...choices].map(String), [...goingFields].map(String));
  const found = new Map<string, Protector>();
  for (const { label, key } of new Map(offered.map((one) => [`${one.label} ${one.key}`, one])).values()) {
    const own = offered.filter((one) => one.label === label && one.key === key);
    const chosen = await wordsChosen(work, label, key, [...new Set(own.flatMap(({ words }) => words))]);
    for (const { id, value, words } of own)
      if (words.some((word) => chosen.has(word))) found.set(id, { label: choiceLabel, id, display: value });
  }
  return [...found.values()];
}

async function offeredHere(
  { engine, sql: run }: UnitOfWork,
  choices: string[],
  goingFields: string[],
): Promise<Offered[]> {
  const rows = await run.rows<Offered>(sql.unsafe`
    SELECT label, key, choice->>'id' AS id, choice->>'value' AS value, ARRAY[choice->>'value'] || ARRAY(
      SELECT word FROM jsonb_array_elements(renamings) AS renaming, unnest(ARRAY[renaming->>'from', renaming->>'to']) AS word
      WHERE renaming->>'choice' = choice->>'id'
    ) AS words
    FROM custom_field, jsonb_array_elements(definition->'choices') AS choice
    WHERE choice->>'id' = ANY(${sql.array(choices, 'text')}) AND state <> 'removing'
      AND NOT coalesce(definition->>'id', '') = ANY(${sql.array(goingFields, 'text')})`);
  return rows.filter(({ label }) => engine.models.has(label));
}

/** Of these words, those that some object of a model has in a field, alone or among others. */
async function wordsChosen(
  { engine, sql: run }: UnitOfWork,
  label: string,
  key: string,
  words: string[],
): Promise<Set<string>> {
  const table = sql.identifier([engine.models.get(label)!.name]);
  const rows = await run.rows<{ word: string }>(sql.unsafe`
    SELECT word FROM unnest(${sql.array(words, 'text')}) AS word WHERE EXISTS (
      SELECT FROM ${table} WHERE custom_fields <> '{}' AND (
        custom_fields @> jsonb_build_object(${key}::text, word)
        OR custom_fields @> jsonb_build_object(${key}::text, jsonb_build_array(word))))`);
  return new Set(rows.map(({ word }) => word));
}
