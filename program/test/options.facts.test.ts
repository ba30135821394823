import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { contentTypes } from '@plumbline/domain';
import { type Engine, register } from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import type { Model } from '@plumbline/model';
import { modelCatalog } from '@plumbline/serving';
// @boundaries-ignore what the engine says of endpoints is compared with the facts of all services, which only the
// program knows
import { describeEndpoint } from '../../libs/engine/src/describe';
import { ownServices } from '../src/start/services';

const facts = path.join(
  process.env.PLUMBLINE_REFERENCE ?? path.join(__dirname, '../../../shared/reference'),
  'contract',
);

interface OptionsFacts {
  name: string;
  has_description: boolean;
  renders: string[];
  parses: string[];
  object_type: string;
  actions?: string[];
  filters: [base: string, label: string, lookups: [parameter: string, label: string][]][];
  uiSchema: Record<string, unknown>;
  uiSchema_empty: string[];
  view_options: { default_fields: string[]; all_fields: [key: string, title: string][] };
  schema: { title: string; required: string[]; properties: Record<string, Record<string, unknown>> };
}

const models = ownServices.all.flatMap((definition) => definition?.models ?? []);
const engine = {
  catalog: modelCatalog(ownServices.all),
  models: new Map(models.map((model) => [model.label as string, model])),
  kept: new Map(),
} as unknown as Engine;
register(engine, registered);

const factsOf = (model: Model): OptionsFacts =>
  JSON.parse(readFileSync(path.join(facts, 'options', `${model.app}.${model.endpoint}.json`), 'utf8'));

type Choice = [unknown, unknown];
type Choices = (Choice | { choices: Choice[] })[];
const choiceSets: Record<string, Choices | { choices: Choices }> = existsSync(facts)
  ? JSON.parse(readFileSync(path.join(facts, 'choices.json'), 'utf8'))
  : {};

/** A set of choices, those in groups one after another. */
function choiceSet(reference: unknown): Choice[] | undefined {
  const found = choiceSets[String(reference).slice(1)];
  const entries = Array.isArray(found) ? found : found?.choices;
  return entries?.flatMap((entry) => (Array.isArray(entry) ? [entry] : entry.choices));
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** A property as the wire has it: choice sets written out, moments and ids of the recorded system left out. */
function wired(property: Record<string, unknown>): Record<string, unknown> {
  const { enum_ref: reference, ...rest } = property;
  const choices = reference ? choiceSet(reference) : undefined;
  if (rest.format === 'date-time' && rest.default !== undefined)
    rest.default = String(rest.default).replaceAll(/\d/g, '0');
  // Objects that are meant by default are looked up in the database: test/rules/likeTheReference.test.ts.
  if (isObject(rest.default)) delete rest.default;
  // Web addresses are recognized by an expression of our own.
  if (/:\\?\/\\?\//.test(String(rest.pattern))) rest.pattern = 'of a web address';
  return choices
    ? { ...rest, enum: choices.map(([value]) => value), enumNames: choices.map(([, label]) => label) }
    : rest;
}

/** Of the content types that are offered, those that the contract has, in any order. */
function ofContract({ enum: labels, enumNames }: Record<string, unknown>): { enum: string[]; enumNames: string[] } {
  const offered = (labels as string[]).map((label, index) => [label, (enumNames as string[])[index]!] as const);
  const known = offered.filter(([label]) => contentTypes.includes(label));
  return { enum: known.map(([label]) => label).sort(), enumNames: known.map(([, name]) => name).sort() };
}

/** Relations to models of applications still to come have no page yet. */
function comparable(property: Record<string, unknown>): Record<string, unknown> {
  const { items, modelUrl, ...rest } = property;
  if (rest.modelName === 'contenttype' && rest.enum) Object.assign(rest, ofContract(rest));
  const known = engine.catalog.find(`${rest.appLabel}.${rest.modelName}`) || rest.modelName === 'contenttype';
  return {
    ...wired(rest),
    ...(modelUrl !== undefined && known ? { modelUrl } : {}),
    ...(items ? { items: comparable(items as Record<string, unknown>) } : {}),
  };
}

const described = models.filter(({ app, endpoint }) =>
  existsSync(path.join(facts, 'options', `${app}.${endpoint}.json`)),
);

const suite = existsSync(facts) ? describe : describe.skip;
if (!existsSync(facts)) console.warn(`No reference at ${facts}: OPTIONS is not compared with it.`);

suite('OPTIONS agrees with the facts', () => {
  test.each(described.map((model) => [`${model.app}/${model.endpoint}`, model] as const))('%s', (_, model) => {
    const expected = factsOf(model);
    const body = describeEndpoint(engine, model, { mayAdd: true, mayChange: true, detail: false }) as Options;
    expect(body.name).toBe(expected.name);
    expect([body.object_type, body.renders, body.parses]).toEqual([model.label, expected.renders, expected.parses]);
    // The words are our own.
    expect(body.description !== '').toBe(expected.has_description);
    expect(Object.keys(body.actions ?? {})).toEqual((expected.actions ?? []).toSorted());
    expect(body.schema.title).toBe(expected.schema.title);
    const shape = (properties: OptionsFacts['schema']['properties']) =>
      Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, comparable(property)]));
    expect(shape(body.schema.properties)).toEqual(shape(expected.schema.properties));
    expect(Object.keys(body.schema.properties)).toEqual(Object.keys(expected.schema.properties));
    const { default_fields, all_fields } = body.view_options.list;
    expect(default_fields.map(({ key }) => key)).toEqual(expected.view_options.default_fields);
    expect(Object.fromEntries(all_fields.map(({ key, title }) => [key, title]))).toEqual(
      Object.fromEntries(expected.view_options.all_fields),
    );
    expect([...body.schema.required].sort()).toEqual([...expected.schema.required].sort());
    expect(filtersOf(model, body)).toEqual(
      Object.fromEntries(expected.filters.map(([base, , lookups]) => [base, Object.fromEntries(lookups)])),
    );
    expect(hintsOf(model, body.uiSchema)).toEqual(
      hintsOf(model, {
        ...expected.uiSchema,
        ...Object.fromEntries(expected.uiSchema_empty.map((key) => [key, {}])),
      }),
    );
  });
});

/** What OPTIONS answers. */
interface Options {
  name: string;
  description: string;
  renders: string[];
  parses: string[];
  object_type: string;
  actions?: object;
  schema: OptionsFacts['schema'];
  uiSchema: Record<string, unknown>;
  filters: Record<string, { lookup_types: { value: string; label: string }[] }>;
  view_options: { list: { default_fields: { key: string }[]; all_fields: { key: string; title: string }[] } };
}

/** Whether a filter is one that we have beyond the contract's. */
const isAdded = ({ filters }: Model, base: string): boolean =>
  base === 'family' || (base === 'tag' && filters.tags !== undefined);

/** Every parameter by the filter it belongs to, with what it is called; their order is our own. */
const filtersOf = (model: Model, { filters }: Options) =>
  Object.fromEntries(
    Object.entries(filters)
      .filter(([base]) => !isAdded(model, base))
      .map(([base, { lookup_types }]) => [
        base,
        Object.fromEntries(lookup_types.map(({ value, label }) => [value, label])),
      ]),
  );

/** Hints that the reference has for its own forms: fields that are shorter text or a list here, and a message in a template. */
const ownHints: Record<string, string[]> = {
  'extras.computedfield': ['template'],
  'dcim.powerfeed': ['voltage', 'cable'],
  'dcim.rackreservation': ['units'],
};

/** Hints for forms, without the order, in which the reference also names columns of its pages that are no fields. */
function hintsOf({ label }: Model, uiSchema: Record<string, unknown>): Record<string, unknown> {
  const left = new Set(['ui:order', ...(ownHints[label] ?? [])]);
  return Object.fromEntries(Object.entries(uiSchema).filter(([key]) => !left.has(key)));
}
