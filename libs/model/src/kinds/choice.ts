import { choiceLabel } from '../choices';
import type { Field } from '../field';
import { accept, type Kind, type Parsed, refuse } from '../kind';

/** A value from a fixed set; shown as `{value, label}`, or bare when the field says so. */
export const choice: Kind = {
  name: 'choice',
  lookups: 'choice',
  collate: 'C',
  column: ({ options }) => (typeof options.choices?.[0]?.[0] === 'number' ? 'integer' : 'text'),
  parse: parseChoice,
  render: (value, { options }) => {
    if (options.plainChoice) return value;
    return value === '' ? null : { value, label: choiceLabel(options.choices ?? [], value) };
  },
  wire: ({ options }) => ({ type: typeof options.choices?.[0]?.[0] === 'number' ? 'integer' : 'string' }),
};

function parseChoice(given: unknown, field: Field): Parsed {
  const { choices = [], plainChoice, blank } = field.options;
  const value = plainChoice ? given : unwrap(given);
  if (value === undefined)
    return refuse('Value must be passed directly (e.g. "foo": 123); do not use a dictionary or list.');
  if (value === '' || value === null) return blank ? accept('') : refuse('This field may not be blank.');
  const found = choices.find(
    ([known]) => known === value || (typeof value !== 'object' && String(known) === String(value)),
  );
  if (found) return accept(found[0]);
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  return refuse(plainChoice ? `"${shown}" is not a valid choice.` : `${shown} is not a valid choice.`);
}

/** `{value: x, …}` → x; a bare value stays; anything else is undefined. */
function unwrap(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given;
  return !Array.isArray(given) && 'value' in given ? given.value : undefined;
}
