import { choiceLabel } from '../fields/choices';
import type { FieldOfKind } from '../fields/fieldOptions';
import { enumeration, plainProperty } from '../fields/forms';
import { accept, type JsonSchema, type Kind, type Parsed, refuse, type SchemaReferences } from '../fields/kind';
import { isStorableJson } from './storable';

/** A value from a fixed set; shown as `{value, label}`, or bare when the field says so. */
export const choice: Kind = {
  filter: 'text',
  column: (field) => (isNumbered(field) ? 'integer' : 'text'),
  placeholder: { is: 'text', atNeed: true },
  parse: parseChoice,
  parseNull: ({ options }) => {
    if (options.plainChoice) return refuse('This field may not be null.');
    return options.blank ? accept('') : refuse('This field may not be blank.');
  },
  restore: restoreChoice,
  render: (value, { options }) => {
    if (options.plainChoice) return value;
    return value === '' ? null : { value, label: choiceLabel(options.choices ?? [], value) };
  },
  shownAsNull: '',
  isLabelled: ({ options }) => !options.plainChoice,
  // An unset choice is shown as null, whatever the column holds.
  cell: (value, { options }) => (options.plainChoice ? value : value || null),
  words: (value, { options }) => options.choices?.find(([known]) => known === value)?.[1] ?? value,
  wire: (field) => ({ type: isNumbered(field) ? 'integer' : 'string' }),
  schema: (field, references, direction) =>
    direction === 'shown' && !field.options.plainChoice ? references.labelledChoice : bareSchema(field, references),
  property: (field, context) => {
    const { choices, readOnly, plainChoice } = field.options;
    const among = choices && !(readOnly && plainChoice) ? enumeration(choices) : {};
    return plainProperty(field, context, { type: 'string', ...among });
  },
  input: 'choice',
  outline: ({ options }) => ({ is: 'choice', values: valuesOf(options.choices).filter((value) => value !== '') }),
};

const isNumbered = ({ options }: FieldOfKind): boolean => typeof options.choices?.[0]?.[0] === 'number';

const valuesOf = (choices: FieldOfKind['options']['choices'] = []) => choices.map(([value]) => value);

/** A choice without its label, as requests bring it and some objects show it. */
function bareSchema(field: FieldOfKind, { choice: chosen, named }: SchemaReferences): JsonSchema {
  const { choices, nullable, blank } = field.options;
  if (nullable)
    return { type: isNumbered(field) ? 'integer' : 'string', enum: [...valuesOf(choices), null], nullable: true };
  return blank && !valuesOf(choices).includes('') ? { oneOf: [chosen, named('BlankEnum')] } : chosen;
}

/** Characters of the longest choice that any server knows, with room to spare. */
const longestChoice = 100;

/** What was chosen, also where the choices of its time were others than today's, or where nothing was. */
function restoreChoice(given: unknown, field: FieldOfKind): Parsed {
  const parsed = parseChoice(given, field);
  const value = typeof given === 'object' && given !== null && 'value' in given ? given.value : given;
  if (!('problem' in parsed) || isNumbered(field)) return parsed;
  return typeof value === 'string' && value.length <= longestChoice && isStorableJson(value) ? accept(value) : parsed;
}

function parseChoice(given: unknown, field: FieldOfKind): Parsed {
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
