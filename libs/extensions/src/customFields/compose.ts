import { isDeepStrictEqual } from 'node:util';
import { addError, type Item, type UnitOfWork, withoutErrors, withStatementTimeout } from '@plumbline/engine';
import type { Model, Row } from '@plumbline/model';
import { checkValue } from './checkValue';
import { type Chosen, lockChoicesShared, withoutChoices } from './chosen';
import { isEmptyValue, type KnownField, type Renaming } from './customField';
import { lockedFields } from './definitions';
import { type Search, searchAll } from './patterns';

/** A value whose pattern is still to be looked for. */
interface Pending extends Search {
  item: Item;
  key: string;
}

/**
 * Gives each item the values of its custom fields: what was there, what was sent, defaults; and finds fault with those
 * that are wrong (docs/contract/custom-data.md). All values are looked at, also those the request does not mention.
 */
export async function composeCustomFields(work: UnitOfWork, model: Model, items: Item[]): Promise<void> {
  const fields = lockedFields(work, model.label);
  const pending: Pending[] = [];
  const compose = (item: Item, known: KnownField[]) => {
    const problem = composeOne(item, known, pending);
    if (problem) addError(item, { __all__: [problem] });
  };
  for (const item of items) compose(item, fields);
  const made = withoutErrors(items);
  const gone = await lockChoicesShared(work, fields, made.map(chosenBy));
  // Whoever chose what was taken away meanwhile is told of what there is now.
  if (gone.size > 0) for (const item of made) compose(item, withoutChoices(fields, gone));
  const found = await searchAll(
    withStatementTimeout(work).sql,
    pending.map(({ text, pattern }) => ({ text, pattern })),
  );
  for (const [index, { item, key, pattern }] of pending.entries())
    if (!found[index] && !item.errors)
      addError(item, { __all__: [invalid(key, `Value must match regex '${pattern}'`)] });
}

const chosenBy = ({ row, before }: Item): Chosen => ({
  values: row.custom_fields as Row,
  before: before?.custom_fields as Row | undefined,
});

/** What is said of an empty value of a required field. */
export const requiredIsEmpty = 'Required field cannot be empty.';

const invalid = (key: string, reason: string): string => `Invalid value for custom field '${key}': ${reason}`;

/** A stored value by the words of today: nobody is refused for what is being written anew. */
function byNewWords(value: unknown, renamings: readonly Renaming[]): unknown {
  const newWord = (word: unknown) => renamings.reduce((known, { from, to }) => (known === from ? to : known), word);
  return Array.isArray(value) ? value.map(newWord) : newWord(value);
}

function composeOne(item: Item, fields: KnownField[], pending: Pending[]): string | undefined {
  const sent = item.sent.custom_fields as Row | undefined;
  const stored = (item.before?.custom_fields ?? {}) as Row;
  const isMentioned = item.before !== undefined || Object.hasOwn(item.body as Row, 'custom_fields');
  const values: Row = {};
  let problem: string | undefined;
  for (const field of fields) {
    const { key, required } = field;
    const isSent = sent !== undefined && Object.hasOwn(sent, key);
    const isStored = Object.hasOwn(stored, key);
    const hasDefault = field.default !== null && field.default !== undefined;
    if (isMentioned && !isSent && !isStored && !hasDefault) {
      if (required) problem ??= `Missing required custom field '${key}'.`;
      continue;
    }
    const given = isSent ? sent[key] : isStored ? stored[key] : (field.default ?? null);
    const isKept = isStored && field.renamings.length > 0 && isDeepStrictEqual(given, stored[key]);
    const value = isKept ? byNewWords(given, field.renamings) : given;
    if (isEmptyValue(value)) {
      if (required) problem ??= invalid(key, requiredIsEmpty);
      values[key] = value;
      continue;
    }
    const checked = checkValue(value, field);
    if ('reason' in checked) problem ??= invalid(key, checked.reason);
    else {
      values[key] = checked.value;
      if (checked.toMatch !== undefined)
        pending.push({ item, key, text: checked.toMatch, pattern: field.validation_regex });
    }
  }
  // Where no field is known of, the first one may be there already, and values of it: they stay.
  item.row.custom_fields = fields.length > 0 ? values : stored;
  return problem;
}
