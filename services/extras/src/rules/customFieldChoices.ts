import { protectedText, searchAll } from '@plumbline/engine';
import { problems } from '@plumbline/http';
import {
  anyOf,
  type BatchRule,
  type DeleteEffect,
  type Label,
  type Row,
  type Rule,
  type Verdict,
  type WriteContext,
  where,
} from '@plumbline/model';
import { isGoing } from './customFields';

/** Only fields to choose in have choices. */
export const choosable: BatchRule = (candidates) =>
  candidates.map(
    ({ row, related: { custom_field: field } }): Verdict =>
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
export const choiceMatchesPattern: BatchRule = async (candidates, { tx }) => {
  const searches = candidates.map(({ row, related }) => ({
    text: row.value as string,
    pattern: (related.custom_field?.validation_regex as string | undefined) ?? '',
  }));
  const found = await searchAll(tx, searches);
  return searches.map(
    ({ text, pattern }, index): Verdict =>
      found[index] ? undefined : { __all__: [`Value must match regex ${pattern} got ${text}.`] },
  );
};

/** A choice that is the default, or that some object has made, stays; throws the 409 that names it. */
export const choiceIsUnused: DeleteEffect = async (choices, context) => {
  const staying = choices.filter(({ custom_field: field }) => !isGoing(context, field));
  if (staying.length === 0) return;
  const ids = [...new Set(staying.map(({ custom_field: field }) => field))];
  const fields = await context.select('extras.customfield', where('id', 'in', ids), [
    'key',
    'default',
    'content_types',
  ]);
  for (const field of fields) {
    const offered = staying.filter((choice) => choice.custom_field === field.id);
    const used = new Set([field.default].flat());
    for (const value of await chosen(
      context,
      field,
      offered.map(({ value }) => value),
    ))
      used.add(value);
    const kept = offered.filter(({ value }) => used.has(value));
    if (kept.length > 0) throw problems.conflict(protectedText(kept.map(asProtector)));
  }
};

const asProtector = ({ id, value }: Row) => ({
  label: 'extras.customfieldchoice',
  id: String(id),
  display: String(value),
});

/** Which of the values some object has; one question for each kind of object. */
async function chosen({ select }: WriteContext, field: Row, values: unknown[]): Promise<unknown[]> {
  const path = `custom_fields.${field.key}`;
  const having = anyOf(...values.flatMap((value) => [where(path, 'exact', value), where(path, 'exact', [value])]));
  const rows = await Promise.all(
    (field.content_types as Label[]).map((label) => select(label, having, ['custom_fields'])),
  );
  return rows.flat().flatMap(({ custom_fields: stored }) => (stored as Row)[field.key as string]);
}
