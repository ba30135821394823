import type { Model, Row } from '@plumbline/model';
import { bounded } from '../criteria/patterns';
import type { Work } from '../engine';
import { blame, type Item } from '../write/item';
import { checkValue } from './checkValue';
import { type CustomField, isEmptyValue } from './definition';
import { fieldsOf } from './known';
import { type Search, searchAll } from './patterns';

/** A value whose pattern is still to be looked for. */
interface Pending extends Search {
  item: Item;
  key: string;
}

/**
 * Gives each item the values of its custom fields: what was there, what was sent, defaults; and finds fault with those
 * that are wrong (rules/extras.md §2). All values are looked at, also those the request does not mention.
 */
export async function composeCustomFields(work: Work, model: Model, items: Item[]): Promise<void> {
  if (!model.abilities.customFields) return;
  const fields = fieldsOf(work.engine, model.label);
  const pending: Pending[] = [];
  for (const item of items) {
    const problem = composeOne(item, fields, pending);
    if (problem) blame(item, { __all__: [problem] });
  }
  const found = await searchAll(
    bounded(work).sql,
    pending.map(({ text, pattern }) => ({ text, pattern })),
  );
  for (const [index, { item, key, pattern }] of pending.entries())
    if (!found[index] && !item.errors) blame(item, { __all__: [invalid(key, `Value must match regex '${pattern}'`)] });
}

const empty = 'Required field cannot be empty.';

const invalid = (key: string, reason: string): string => `Invalid value for custom field '${key}': ${reason}`;

function composeOne(item: Item, fields: CustomField[], pending: Pending[]): string | undefined {
  const sent = item.sent.custom_fields as Row | undefined;
  const stored = (item.before?.custom_fields ?? {}) as Row;
  const isMentioned = item.before !== undefined || Object.hasOwn(item.body as Row, 'custom_fields');
  const values: Row = {};
  let problem: string | undefined;
  for (const field of fields) {
    const { key, required } = field;
    const source = sent && Object.hasOwn(sent, key) ? sent : Object.hasOwn(stored, key) ? stored : undefined;
    const hasDefault = field.default !== null && field.default !== undefined;
    if (!source && !hasDefault) {
      if (required) problem ??= isMentioned ? `Missing required custom field '${key}'.` : invalid(key, empty);
      continue;
    }
    const value = source ? source[key] : field.default;
    if (isEmptyValue(value)) {
      if (required) problem ??= invalid(key, empty);
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
  item.row.custom_fields = values;
  return problem;
}
