import { fieldTitle, type Model, suffixesOf } from '@plumbline/model';
import { lookupWords } from '../filter/lookupWords';

export interface FilterDescription {
  label: string;
  lookup_types: { value: string; label: string }[];
}

/** Every filter of the model with the parameters it gives, sorted by what people call it. */
export function filterDescriptions(model: Model): Record<string, FilterDescription> {
  const described = Object.entries(model.filters).map(([name, filter]): [string, FilterDescription] => [
    name,
    {
      label: filter.label ?? (name === 'q' ? 'Search' : fieldTitle(name, undefined)),
      lookup_types: [
        { value: name, label: filter.lookupWords ?? lookupWords('') },
        ...suffixesOf(model, filter).map((suffix) => ({ value: `${name}__${suffix}`, label: lookupWords(suffix) })),
      ],
    },
  ]);
  return Object.fromEntries(described.sort(([, a], [, b]) => (a.label < b.label ? -1 : a.label > b.label ? 1 : 0)));
}
