import type { Filter, Model } from '@plumbline/model';
import type { Made, Samples } from './fixture';
import type { Subject } from './subject';

/** The filter behind a parameter, its name and the generated look-up. */
export function filterOf(model: Model, parameter: string): { filter: Filter; name: string; suffix: string } {
  if (model.filters[parameter]) return { filter: model.filters[parameter], name: parameter, suffix: '' };
  const cut = parameter.lastIndexOf('__');
  const name = parameter.slice(0, cut);
  return { filter: model.filters[name]!, name, suffix: parameter.slice(cut + 2) };
}

/** Any text is a text, but not every text is a regular expression. */
const forLookup = (suffix: string, filter: Filter, value: string): string =>
  suffix.endsWith('re') && !['choice', 'uuid'].includes(filter.kind) ? value.replace(/[^\p{L}\p{N} ]/gu, '.') : value;

const samplesOf = (samples: Samples, made: Made) => (typeof samples === 'function' ? samples(made) : samples);

/** A value a parameter must take, as it is before encoding. */
export function valueFor(subject: Subject, parameter: string): string {
  const { filter, name, suffix } = filterOf(subject.model, parameter);
  return suffix === 'isnull' ? 'true' : forLookup(suffix, filter, sampleFor(subject, name, filter));
}

/** A value the filter must take, if there is one one of the maximal object's. */
function sampleFor({ fixture, made, model, plumbline }: Subject, name: string, filter: Filter): string {
  const known = samplesOf(fixture.samples ?? {}, made)[name];
  if (known !== undefined) return known;
  const value = (made.maximal as Record<string, unknown> | undefined)?.[filter.path];
  switch (filter.kind) {
    case 'text':
      return typeof value === 'string' && value !== '' ? value : 'x';
    case 'uuid':
      return typeof value === 'string' ? value : '00000000-0000-0000-0000-000000000001';
    case 'number':
    case 'decimal':
      return typeof value === 'number' ? String(value) : '1';
    case 'datetime':
      return typeof value === 'string' ? value : '2026-01-01 00:00:00';
    case 'date':
      return '2026-01-01';
    case 'boolean':
    case 'has':
      return 'true';
    case 'choice':
      return String(filter.choices?.find(([value]) => value !== '')?.[0] ?? 'null');
    case 'relation':
    case 'relationId':
    case 'tree':
      return relatedId(value) ?? (filter.path === 'id' && made.maximal ? String(made.maximal.id) : 'null');
    case 'labels':
      return (
        plumbline()
          .catalog.contentTypesAmong(filter.allowed ?? 'any')
          .values()
          .next().value ?? 'dcim.location'
      );
    case 'label':
      return 'dcim.location';
    case 'labelNumber':
      return '1';
    case 'search':
      return 'a';
    case 'rule':
      if (filter.takes === 'boolean') return 'true';
      throw new Error(`the fixture of ${model.label} needs a sample for ${name}`);
  }
}

function relatedId(value: unknown): string | undefined {
  const [first] = [value].flat() as { id?: unknown }[];
  return first?.id === undefined ? undefined : String(first.id);
}
