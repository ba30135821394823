import { type Field, type Model, naturalSlug, type ObjectKey, type Row } from '@plumbline/model';
import type { UnitOfWork } from '../core/engine';
import type { ExtensionKey, Extensions } from '../core/extensions/extension';
import { memoize } from '../core/kept/memoize';
import { displayOf } from '../core/naming';
import { unsealOwn } from '../core/seal';
import { keyValues } from '../plan/paths';
import { includes, optInKeys, type Representation, shownFields, wholeKey } from '../plan/representation';
import { fileUrl } from './fileUrl';
import { type Gap, genericEnd, placeholder, type Texts } from './nest';
import { valueWriter } from './valueWriter';

/** What a row is shown with: how deep relations go, and the related objects already shown, as JSON text. */
export interface Rendering {
  work: UnitOfWork;
  representation: Representation;
  depth: number;
  related: Texts;
  /** Set when related objects are left out for now: what the marks in their place stand for. */
  gaps?: Gap[];
  /** Light representations written so far: many rows of a page refer to the same few objects. */
  light: Map<string, Map<unknown, string>>;
  /** The URL of an object of each model up to its id, as the beginning of a JSON text. */
  urlStarts: Map<string, string | null>;
  /** What the rows have under keys that are worked out for all of them together, by key and id. */
  ofPage: Map<string, Map<unknown, string>>;
}

/** A view of nothing shown yet. */
export const newRendering = (
  work: UnitOfWork,
  representation: Representation,
  depth: number,
  related: Rendering['related'],
): Rendering => ({
  work,
  representation,
  depth,
  related,
  light: new Map(),
  urlStarts: new Map(),
  ofPage: new Map(),
});

/** The beginning of the JSON text of an object's URL; null for a model without an endpoint. */
function urlStart({ work, urlStarts }: Rendering, label: string): string | null {
  let start = urlStarts.get(label);
  if (start === undefined) {
    const url = work.engine.catalog.url(work.scope.base, label, '');
    start = url === null ? null : JSON.stringify(url).slice(0, -2);
    urlStarts.set(label, start);
  }
  return start;
}

/** The JSON text of an object's URL, with what may follow the id. */
function urlText(view: Rendering, label: string, id: unknown, after = ''): string {
  const start = urlStart(view, label);
  return start === null ? 'null' : `${start}${id}/${after}"`;
}

/**
 * The JSON text of the address of a file an object has; reading it asks for the same permission as reading the object.
 */
function fileUrlText({ work }: Rendering, label: string, row: Row, name: string): string {
  const reference = row[name];
  const url = reference ? fileUrl(work.engine.catalog, work.scope.base, label, row.id, name, String(reference)) : null;
  return JSON.stringify(url);
}

/** One key of an object and how its value is written as JSON. */
type Property = [key: string, write: (row: Row, view: Rendering) => string];

/** The same, with what stands before the value in the object's text. */
export interface Written {
  key: string;
  start: string;
  write: Property[1];
}

const representationsOf = memoize((_extensions: Extensions) =>
  memoize((_model: Model) => new Map<string, Written[]>()),
);

/** The keys of a model's objects in a representation, in order. */
export function propertiesOf(extensions: Extensions, model: Model, representation: Representation): Written[] {
  const included =
    representation.written || representation.include
      ? optInKeys(extensions, model).filter((name) => includes(representation, name))
      : [];
  const name = `${representation.root}|${representation.withoutSecrets}|${representation.uncounted}|${representation.briefGenerics}|${included.join()}`;
  const representations = representationsOf(extensions)(model);
  const known = representations.get(name);
  if (known) return known;
  const properties = buildProperties(extensions, model, representation, included).map(([key, write], index) => ({
    key,
    start: `${index === 0 ? '{' : ','}${JSON.stringify(key)}:`,
    write,
  }));
  representations.set(name, properties);
  return properties;
}

const idText = (id: unknown): string => (typeof id === 'string' ? `"${id}"` : String(id));

function buildProperties(
  extensions: Extensions,
  model: Model,
  representation: Representation,
  included: string[],
): Property[] {
  const label = JSON.stringify(model.label);
  const properties: Property[] = [
    ['id', (row) => idText(row.id)],
    ['object_type', () => label],
    ['display', (row, { work }) => JSON.stringify(displayOf(work, model, row))],
  ];
  if (model.abilities.url) properties.push(['url', (row, view) => urlText(view, model.label, row.id)]);
  if (model.abilities.slug)
    properties.push(['natural_slug', (row) => `"${naturalSlug(keyValues(model, row), row.id as string | number)}"`]);
  const added = extensions.keysOf(model);
  const always = added.filter(({ optIn }) => !optIn);
  for (const key of always) if (key.leads) properties.push([key.key, addedWriter(model, key)]);
  const fields = shownFields(model, representation).filter(
    ([name, { kind }]) =>
      (!representation.withoutSecrets || !kind.isSealed) &&
      (!representation.uncounted || kind.source !== 'counted') &&
      !always.some(({ key }) => key === name),
  );
  const ends = fields.filter(([, field]) => field.options.last);
  for (const [name, field] of fields.filter(([, { options }]) => !options.last))
    properties.push([name, propertyWriter(model.label, name, field)]);
  for (const key of always) if (!key.leads) properties.push([key.key, addedWriter(model, key)]);
  const isEnd = (name: string) => model.fields[name]?.options.last === true;
  for (const name of included.filter((one) => !isEnd(one))) {
    const key = extensions.key(model, name);
    properties.push([name, key ? addedWriter(model, key) : propertyWriter(model.label, name, model.fields[name]!)]);
  }
  for (const [name, field] of ends) properties.push([name, propertyWriter(model.label, name, field)]);
  for (const name of included.filter(isEnd))
    properties.push([name, propertyWriter(model.label, name, model.fields[name]!)]);
  return properties;
}

function propertyWriter(label: string, name: string, field: Field): Property[1] {
  const { kind, options } = field;
  if (options.gather) return (row) => JSON.stringify(row[name] ?? null);
  if (options.compute) return (row) => JSON.stringify(options.compute!(row) ?? null);
  if (kind.source === 'counted') return (row) => String(Number(row[name] ?? 0));
  // Who may see an object need not be one who may see what it names, so that a secret is shown by its own object alone.
  if (kind.isSealed)
    return (row, { work, representation }) => (representation.root ? openedValue(row[name], work) : 'null');
  if (kind.source === 'embedded')
    return (row, view) => view.related.get(wholeKey(options.to!))?.get(row[options.via!]) ?? 'null';
  if (kind.source === 'generic') return (row, view) => genericValue(row, field, view);
  if (field.isMany) return (row, view) => relatedList(options.to ?? options.of!, row[name] as unknown[] | null, view);
  if (field.isRelation) return (row, view) => relationValue(options.to!, row[name], view);
  if (field.isFile) return (row, view) => fileUrlText(view, label, row, name);
  const write = valueWriter(field);
  return (row) => {
    const value = row[name];
    return value === null || value === undefined ? 'null' : write(value);
  };
}

/** A key of an extension. */
function addedWriter(model: Model, { key, value }: ExtensionKey): Property[1] {
  if (value.of === 'page') return (row, { ofPage }) => ofPage.get(key)?.get(row.id) ?? '{}';
  if (value.of === 'endpoint') return (row, view) => urlText(view, model.label, row.id, `${value.name}/`);
  const write = value.writer(model);
  return (row, { work }) => write(row, work);
}

function openedValue(sealed: unknown, { engine }: UnitOfWork): string {
  const text = typeof sealed === 'string' ? unsealOwn(sealed, engine.settings.secretKey) : undefined;
  return text === undefined ? 'null' : JSON.stringify(text);
}

function relatedList(label: string, ids: unknown[] | null, view: Rendering): string {
  if (ids === null || ids.length === 0) return '[]';
  if (view.gaps) return gapFor(view.gaps, 'list', label, ...ids);
  const shown = ids.map((id) => relationValue(label, id, view)).filter((text) => text !== 'null');
  return `[${shown.join(',')}]`;
}

function relationValue(label: string, id: unknown, view: Rendering): string {
  if (id === null || id === undefined) return 'null';
  if (view.gaps) return gapFor(view.gaps, 'one', label, id);
  if (view.depth > 0) return view.related.get(label)?.get(id) ?? 'null';
  return lightForm(label, id, view);
}

function gapFor(gaps: Gap[], kind: Gap[0], label: string, ...ids: unknown[]): string {
  gaps.push([kind, label, ...(ids as ObjectKey[])]);
  return placeholder;
}

/** The light representation of a related object; inside a nested object its URL alone, unless the setting wants objects there. */
function lightForm(label: string, id: unknown, view: Rendering): string {
  let known = view.light.get(label);
  if (known === undefined) {
    known = new Map();
    view.light.set(label, known);
  }
  let text = known.get(id);
  if (text === undefined) {
    text = writeLightForm(label, id, view);
    known.set(id, text);
  }
  return text;
}

function writeLightForm(label: string, id: unknown, view: Rendering): string {
  const url = urlText(view, label, id);
  const { engine, scope } = view.work;
  const nested = scope.nestedRelations ?? engine.settings.nestedRelations;
  if (!view.representation.root && nested !== 'object') return url;
  return `{"id":${idText(id)},"object_type":"${label}","url":${url}}`;
}

function genericValue(row: Row, { options }: Field, view: Rendering): string {
  const label = row[options.typeField!] as string | null;
  const id = row[options.via!];
  if (label === null || id === null) return 'null';
  if (view.gaps) return gapFor(view.gaps, 'generic', label, id);
  const brief = view.depth === 0 || view.representation.briefGenerics;
  if (brief && options.certain) return lightForm(label, id, view);
  const shown = view.related.get(label)?.get(id);
  if (shown === undefined) return 'null';
  return brief ? lightForm(label, id, view) : `${shown.slice(0, -1)}${genericEnd}`;
}
