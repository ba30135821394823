import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { contentTypeNames, contentTypes } from '@plumbline/contracts';
import type { Engine } from '@plumbline/engine';
import { Catalog, type Model, manifestOf } from '@plumbline/model';
// @boundaries-ignore what the engine says of endpoints is compared with the facts of all services, which only the
// program knows
import { describeEndpoint } from '../../libs/engine/src/describe';
import { definitions } from '../src/start/services';

const facts = path.join(
  process.env.PLUMBLINE_REFERENCE ?? path.join(__dirname, '../../../shared/reference'),
  'contract',
);

interface OptionsFacts {
  name: string;
  actions?: string[];
  view_options: { default_fields?: string[]; list: { default_fields: { key: string }[] } };
  schema: { title: string; required: string[]; properties: Record<string, Record<string, unknown>> };
}

const models = Object.values(definitions).flatMap((definition) => definition?.models ?? []);
const engine = {
  catalog: new Catalog(models.map(manifestOf), contentTypes, contentTypeNames),
  models: new Map(models.map((model) => [model.label as string, model])),
} as unknown as Engine;

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

/** A property as the wire has it: choice sets written out, moments and ids of the recorded system left out. */
function wired(property: Record<string, unknown>): Record<string, unknown> {
  const { enum_ref: reference, ...rest } = property;
  const choices = reference ? choiceSet(reference) : undefined;
  if (['date-time'].includes(String(rest.format)) || typeof rest.default === 'object') delete rest.default;
  // Web addresses are recognized as browsers do it, without the expression of the reference's framework.
  if (/:\\?\/\\?\//.test(String(rest.pattern))) delete rest.pattern;
  return choices
    ? { ...rest, enum: choices.map(([value]) => value), enumNames: choices.map(([, label]) => label) }
    : rest;
}

/** Relations to models of applications still to come have no page yet. */
function comparable(property: Record<string, unknown>): Record<string, unknown> {
  const { items, modelUrl, ...rest } = property;
  if (rest.modelName === 'contenttype')
    for (const key of ['enum', 'enumNames']) if (rest[key]) rest[key] = (rest[key] as string[]).toSorted();
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
    const body = describeEndpoint(engine, model, { mayAdd: true, mayChange: true, detail: false }) as OptionsFacts;
    expect(body.name).toBe(expected.name);
    expect(Object.keys(body.actions ?? {})).toEqual((expected.actions ?? []).toSorted());
    expect(body.schema.title).toBe(expected.schema.title);
    const shape = (properties: OptionsFacts['schema']['properties']) =>
      Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, comparable(property)]));
    expect(shape(body.schema.properties)).toEqual(shape(expected.schema.properties));
    expect(body.view_options.list.default_fields.map(({ key }) => key)).toEqual(expected.view_options.default_fields);
    expect([...body.schema.required].sort()).toEqual([...expected.schema.required].sort());
  });
});
