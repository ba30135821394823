import { everything, type Row } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { type Work, withinTransaction } from '../engine';
import { knowAgain } from '../known/known';
import { backgroundWork } from '../record/relay';
import { select } from '../verbs/ask';
import { type CustomField, customFieldSchema } from './definition';
import { readKnownFields } from './known';
import { addValues, fewRows, removeValues } from './provision';

/** The models that say which custom fields there are. */
export const customFieldModels = ['extras.customfield', 'extras.customfieldchoice'] as const;

/** What this service has written down of a custom field of one model. */
interface Known {
  label: string;
  key: string;
  definition: CustomField | null;
  state: 'adding' | 'ready' | 'removing';
}

/** A choice whose values are to be written anew. */
export interface Renaming {
  choice: string;
  from: string;
  to: string;
}

/**
 * Brings what this service knows of custom fields up to date with what extras has, in one transaction. Objects of small
 * tables are given and relieved of their values at once; those of large ones in the background (`provision`).
 */
export async function takeInCustomFields(work: Work): Promise<void> {
  const wanted = await definitions(work);
  await withinTransaction(work, async (inner) => {
    await inner.sql.run(sql.unsafe`SELECT pg_advisory_xact_lock(hashtext('custom_field'))`);
    const known = await inner.sql.rows<Known>(sql.unsafe`SELECT label, key, definition, state FROM custom_field`);
    for (const [label, model] of inner.engine.models) {
      if (!model.abilities.customFields) continue;
      const own = known.filter((one) => one.label === label);
      const fields = wanted.filter(({ labels }) => labels.includes(label)).map(({ field }) => field);
      for (const field of fields)
        await keep(
          inner,
          label,
          field,
          own.find(({ key }) => key === field.key),
        );
      const keys = new Set(fields.map(({ key }) => key));
      for (const { key, state } of own) if (!keys.has(key)) await drop(inner, label, key, state);
    }
    inner.afterCommit!.push(() =>
      knowAgain(backgroundWork(work.engine), { name: 'customfield', read: readKnownFields }),
    );
  });
}

interface Definition {
  labels: string[];
  field: CustomField;
}

async function definitions(work: Work): Promise<Definition[]> {
  const names = [...Object.keys(customFieldSchema.shape).filter((name) => name !== 'choices'), 'content_types'];
  const [fields, choices] = await Promise.all([
    select(work, 'extras.customfield', everything, { values: names }),
    select(work, 'extras.customfieldchoice', everything, { values: ['custom_field', 'value'], ordered: true }),
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

async function keep(work: Work, label: string, field: CustomField, known: Known | undefined): Promise<void> {
  const definition = JSON.stringify(field);
  if (!known) {
    const atOnce = await fewRows(work, label);
    if (atOnce) await addValues(work, label, field);
    await work.sql.run(sql.unsafe`
      INSERT INTO custom_field (label, key, definition, state) VALUES (${label}, ${field.key}, ${definition}::jsonb, ${atOnce ? 'ready' : 'adding'})`);
    return;
  }
  const renamings = JSON.stringify(renamed(known.definition, field));
  await work.sql.run(sql.unsafe`
    UPDATE custom_field SET definition = ${definition}::jsonb, renamings = (
      SELECT coalesce(jsonb_agg(one), '[]') FROM jsonb_array_elements(renamings || ${renamings}::jsonb) AS one
      WHERE one->>'choice' = ANY(${sql.array(
        field.choices.map(({ id }) => id),
        'text',
      )}))
    WHERE label = ${label} AND key = ${field.key}`);
}

/** Choices that go by another word now. One that is gone leaves the values as they are. */
function renamed(before: CustomField | null, now: CustomField): Renaming[] {
  const words = new Map((before?.choices ?? []).map(({ id, value }) => [id, value]));
  return now.choices.flatMap(({ id, value }) => {
    const from = words.get(id);
    return from === undefined || from === value ? [] : [{ choice: id, from, to: value }];
  });
}

async function drop(work: Work, label: string, key: string, state: Known['state']): Promise<void> {
  if (state !== 'removing' && (await fewRows(work, label))) {
    await removeValues(work, label, key);
    await work.sql.run(sql.unsafe`DELETE FROM custom_field WHERE label = ${label} AND key = ${key}`);
  } else
    await work.sql.run(
      sql.unsafe`UPDATE custom_field SET definition = NULL, state = 'removing' WHERE label = ${label} AND key = ${key}`,
    );
}
