import type { FieldErrors } from '../fields/fieldErrors';
import { itemsProperty } from '../fields/forms';
import { accept, type Kind, refuse } from '../fields/kind';
import { pythonJson } from '../text/pythonJson';
import { int } from './number';
import { notAList } from './relation';
import { readItems, restoreList, structured } from './structure';

/** A list of whole numbers; each is read as `int` reads one, and errors stand under its place in the list. */
export const integers: Kind = {
  ...structured,
  parse: (value, field) => {
    if (!Array.isArray(value)) return notAList(value);
    const numbers: unknown[] = [];
    const errors: FieldErrors = {};
    for (const [index, item] of value.entries()) {
      const parsed = item === null ? refuse('This field may not be null.') : int.parse(item, field);
      if ('value' in parsed) numbers.push(parsed.value);
      else errors[index] = parsed.problem;
    }
    return Object.keys(errors).length > 0 ? { problem: errors } : accept(numbers);
  },
  isBlank: (value) => (value as unknown[]).length === 0,
  restore: restoreList,
  logged: (value) => pythonJson((value as unknown[]).map(String)),
  // A natural key spells a list of numbers with commas.
  compared: (value) => (typeof value === 'string' ? readItems(value) : value),
  wire: (field) => ({ type: 'array', items: int.wire(field) }),
  property: (field, context) => itemsProperty(field, context, 'integer'),
  hints: () => ({ itemWidget: 'updown' }),
  outline: () => ({ is: 'value', type: 'integer', list: true }),
};
