import { isListed } from '../fields/contentTypeChoice';
import type { FieldOfKind } from '../fields/fieldOptions';
import { listProperty, orNull, type Property, type PropertyContext } from '../fields/forms';
import { accept, type Kind, type Parsed, refuse } from '../fields/kind';
import { listItems, notAList, splitList } from './relation';

const form = /^[^.\s]+\.[^.\s]+$/;

/** Without those that the catalog knows, a field takes those it lists. */
function readLabel(value: unknown, { options: { labels } }: FieldOfKind, known?: ReadonlySet<string>): Parsed {
  if (typeof value !== 'string' || !form.test(value))
    return refuse("Invalid value. Specify a content type as '<app_label>.<model_name>'.");
  const takes = known ? known.has(value) : isListed(labels) && (labels as readonly string[]).includes(value);
  return takes ? accept(value) : refuse(`Invalid content type: ${value}`);
}

/** Blank means none, as with relations. */
const readNothing = ({ options }: FieldOfKind): Parsed =>
  options.nullable ? accept(null) : refuse('This field may not be null.');

/** Takes whatever reads like content types: servers have types that others do not know. */
const restoreLabels = (value: unknown): Parsed =>
  [value].flat().every((label) => typeof label === 'string' && form.test(label))
    ? accept(value)
    : refuse('Not a content type.');

function propertyOf(
  { options }: FieldOfKind,
  title: string,
  type: string | string[],
  context: PropertyContext,
): Property {
  const { required, readOnly } = options;
  const property = { title, uniqueItems: true };
  if (readOnly) return { type: 'string', ...property, enum: [], enumNames: [], readOnly };
  const labels = context.contentTypes();
  return {
    type,
    ...property,
    required,
    modelName: 'contenttype',
    appLabel: 'contenttypes',
    modelUrl: null,
    enum: labels.map(([label]) => label),
    enumNames: labels.map(([, name]) => name),
  };
}

const parseOne: Kind['parse'] = (value, field, known) =>
  value === '' ? readNothing(field) : readLabel(value, field, known);

/** One content type, `app.model`. */
export const contentType: Kind = {
  filter: 'text',
  column: () => 'text',
  namesContentTypes: true,
  parse: parseOne,
  restore: (value, field) => (isListed(field.options.labels) ? parseOne(value, field) : restoreLabels(value)),
  logged: (value, numberOf) => numberOf(value),
  wire: () => ({ type: 'string' }),
  property: (field, context) => propertyOf(field, context.plainTitle, orNull(field, 'string'), context),
  input: 'choice',
  outline: ({ options }) => (options.outlinedAsText ? { is: 'value', type: 'text' } : { is: 'contentType' }),
};

/** A set of content types. */
export const contentTypes: Kind = {
  filter: 'text',
  column: () => 'text[]',
  isSet: true,
  namesContentTypes: true,
  parse: (value, field, known) => {
    const items = listItems(value);
    if (!items) return notAList(value);
    const labels = new Set<string>();
    for (const item of items) {
      const parsed = readLabel(item, field, known);
      if ('problem' in parsed) return parsed;
      labels.add(String(parsed.value));
    }
    return accept([...labels].sort());
  },
  fromText: splitList,
  restore: restoreLabels,
  logged: (value, numberOf) => (value as string[]).map(numberOf),
  isSortable: () => false,
  wire: () => ({ type: 'array', items: { type: 'string' } }),
  property: (field, context) => listProperty(context.plainTitle, propertyOf(field, '', 'string', context)),
  input: 'multiple choice',
  outline: () => ({ is: 'contentType', many: true }),
};
