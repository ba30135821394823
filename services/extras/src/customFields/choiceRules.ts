import { ProtectedFromDeletion } from '@plumbline/engine';
import { renamedWords, searchAll } from '@plumbline/extensions';
import {
  type BatchRule,
  type Candidate,
  changesStored,
  concerning,
  type DeleteEffect,
  type Effect,
  type Row,
  type Rule,
  type RuleResult,
  where,
} from '@plumbline/model';
import { sql } from '@plumbline/store';
import { isGoing } from './rules';

/** Only fields to choose in have choices. */
export const choosable: BatchRule = (candidates) =>
  candidates.map(
    ({ row, related: { custom_field: field } }): RuleResult =>
      field && !['select', 'multi-select'].includes(field.type as string)
        ? {
            custom_field: [
              `Related object not found using the provided attributes: {'pk': UUID('${row.custom_field}')}`,
            ],
          }
        : undefined,
  );

/** A choice is as long as the field wants. */
export const choiceFitsLimits: Rule = ({ row, related: { custom_field: field } }) => {
  const length = [...(row.value as string)].length;
  const [least, most] = [field?.validation_minimum as number | null, field?.validation_maximum as number | null];
  if (least !== null && length < least) return { __all__: [`Value must be at least ${least} characters long.`] };
  if (most !== null && length > most) return { __all__: [`Value must not exceed ${most} characters long.`] };
  return undefined;
};

/** A choice matches the field's pattern. */
export const choiceMatchesPattern: BatchRule = async (candidates, { bounded }) => {
  const searches = candidates.map(({ row, related }) => ({
    text: row.value as string,
    pattern: (related.custom_field?.validation_regex as string | undefined) ?? '',
  }));
  const found = await searchAll(bounded, searches);
  return searches.map(
    ({ text, pattern }, index): RuleResult =>
      found[index] ? undefined : { __all__: [`Value must match regex ${pattern} got ${text}.`] },
  );
};

const goesByAnotherWord = (candidate: Candidate): boolean => changesStored(candidate, 'value');

/** A default goes by the new word of its choice, as the values of objects will: it would be none of the choices. */
export const defaultFollows: Effect = concerning(goesByAnotherWord, async (candidates, { tx, now, alsoChanged }) => {
  const words = new Map<string, Record<string, string>>();
  for (const { before, row } of candidates.filter(goesByAnotherWord)) {
    const ofField = words.get(row.custom_field as string) ?? {};
    words.set(row.custom_field as string, { ...ofField, [before!.value as string]: row.value as string });
  }
  // A field that is being given a default looks for it among its choices, with the field's row locked.
  await tx.run(sql.unsafe`
    SELECT 1 FROM customfield WHERE id = ANY(${sql.array([...words.keys()], 'uuid')}) ORDER BY id FOR NO KEY UPDATE`);
  for (const [field, renamed] of words) {
    const changed = await tx.run(sql.unsafe`
      UPDATE customfield SET last_updated = ${now}::timestamptz, "default" = ${renamedWords(sql.fragment`"default"`, renamed)}
      WHERE id = ${field}::uuid AND jsonb_exists_any("default", ${sql.array(Object.keys(renamed), 'text')})`);
    if (changed > 0) await alsoChanged('extras.customfield', [field]);
  }
});

/** A choice that is the default stays; throws the 409 that names it. Those that objects have made the engine looks for. */
export const choiceIsNoDefault: DeleteEffect = async (choices, context) => {
  const staying = choices.filter(({ custom_field: field }) => !isGoing(context, field));
  if (staying.length === 0) return;
  const ids = [...new Set(staying.map(({ custom_field: field }) => field as string))];
  // A field that is being given a default looks for it among its choices, with the field's row locked.
  await context.tx.run(
    sql.unsafe`SELECT 1 FROM customfield WHERE id = ANY(${sql.array(ids, 'uuid')}) ORDER BY id FOR SHARE`,
  );
  const fields = await context.select('extras.customfield', where('id', 'in', ids), ['default']);
  const defaults = new Map(fields.map((field) => [field.id, new Set([field.default].flat())]));
  const kept = staying.filter(({ custom_field: field, value }) => defaults.get(field)?.has(value));
  if (kept.length > 0) throw new ProtectedFromDeletion(kept.map(asProtector));
};

const asProtector = ({ id, value }: Row) => ({
  label: 'extras.customfieldchoice',
  id: String(id),
  display: String(value),
});
