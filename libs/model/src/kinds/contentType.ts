import type { Field } from '../field';
import { accept, type Kind, type Parsed, refuse } from '../kind';
import { pythonType, splitList } from './relation';

/** Every content type of the contract, whether or not it has an endpoint; filled by the catalog at start. */
const known = new Set<string>();

/** Makes content types known to the fields that name them. */
export function registerContentTypes(labels: Iterable<string>): void {
  for (const label of labels) known.add(label);
}

function readLabel(value: unknown, { options }: Field): Parsed {
  if (typeof value !== 'string' || !/^[^.\s]+\.[^.\s]+$/.test(value))
    return refuse("Invalid value. Specify a content type as '<app_label>.<model_name>'.");
  const allowed = Array.isArray(options.labels) ? (options.labels as string[]).includes(value) : known.has(value);
  return allowed ? accept(value) : refuse(`Invalid content type: ${value}`);
}

/** Blank means none, as with relations. */
const readNothing = ({ options }: Field): Parsed =>
  options.nullable ? accept(null) : refuse('This field may not be null.');

/** One content type, `app.model`. */
export const contentType: Kind = {
  name: 'contentType',
  lookups: 'text',
  collate: 'C',
  column: () => 'text',
  parse: (value, field) => (value === '' ? readNothing(field) : readLabel(value, field)),
  wire: () => ({ type: 'string' }),
};

/** A set of content types. */
export const contentTypes: Kind = {
  name: 'contentTypes',
  lookups: 'labels',
  column: () => 'text[]',
  parse: (value, field) => {
    if (!Array.isArray(value)) return refuse(`Expected a list of items but got type "${pythonType(value)}".`);
    const labels = new Set<string>();
    for (const item of value) {
      const parsed = readLabel(item, field);
      if ('problem' in parsed) return parsed;
      labels.add(String(parsed.value));
    }
    return accept([...labels].sort());
  },
  fromText: splitList,
  wire: () => ({ type: 'array' }),
};
