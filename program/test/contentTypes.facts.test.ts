import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentTypes } from '@plumbline/domain';
import { type Engine, register } from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import type { ContentTypeChoice } from '@plumbline/model';
import { modelCatalog } from '@plumbline/serving';
import { factsFolder } from '@plumbline/testkit';
// @boundaries-ignore what the engine says of endpoints is compared with the facts of all services, which only the
// program knows
import { describeEndpoint } from '../../libs/engine/src/describe';
import { ownServices } from '../src/start/services';

const facts = factsFolder();
const catalog = modelCatalog(ownServices.all);
const models = ownServices.all
  .flatMap((definition) => definition.models)
  .filter(({ endpoint }) => endpoint !== undefined);

const engine = {
  catalog,
  models: new Map(models.map((model) => [model.label as string, model])),
  kept: new Map(),
} as unknown as Engine;
register(engine, registered);

/** What the contract's facts list of an endpoint: for each name the content types it takes. */
function listed(
  folder: string,
  endpoint: string,
  entriesOf: (read: never) => [string, unknown][],
): [string, string[]][] {
  const file = join(facts!, folder, `${endpoint}.json`);
  if (!existsSync(file)) return [];
  return entriesOf(JSON.parse(readFileSync(file, 'utf8')) as never).flatMap(([name, labels]) =>
    Array.isArray(labels) ? [[name, (labels as string[]).toSorted()]] : [],
  );
}

const taken = (choice: ContentTypeChoice | undefined): string[] | undefined =>
  choice && choice !== 'any' ? [...catalog.contentTypesAmong(choice)].filter(isOfContract).sort() : undefined;

/** Models beside the contract are for others to know. */
const isOfContract = (label: string): boolean => contentTypes.includes(label);

const suite = facts ? describe : describe.skip;
if (!facts) console.warn('No reference: the content types that fields take are not compared with it.');

suite('The endpoints of the contract', () =>
  it('are all served', () => {
    const served = ownServices.all.flatMap(({ app, models: own, lists = [], views = [] }) => [
      ...[...own, ...lists].map(({ endpoint }) => `${app}.${endpoint}.json`),
      ...views.map(({ name }) => `${app}.${name}.json`),
    ]);
    expect(readdirSync(join(facts!, 'models')).filter((file) => !served.includes(file))).toEqual([]);
  }));

suite('The content types that models say they are fit for are those of the contract', () => {
  type Fields = { serializer?: { fields?: { key: string; content_types?: unknown }[] } };
  const fields = facts
    ? models.flatMap(({ app, endpoint, fields: own }) =>
        listed('models', `${app}.${endpoint}`, ({ serializer }: Fields) =>
          (serializer?.fields ?? []).map(({ key, content_types }) => [key, content_types]),
        ).map(([name, labels]) => [`${app}/${endpoint}`, name, own[name], labels] as const),
      )
    : [];
  it('in fields, of which there are twenty', () => expect(fields).toHaveLength(20));
  it.each(fields)('of %s: the field %s', (_, __, field, labels) => {
    expect(taken(field!.options.labels)).toEqual(labels);
  });

  type Filters = { params: { param: string; value: string; of?: string; choices?: unknown }[] };
  const filters = facts
    ? models.flatMap(({ app, endpoint, filters: own }) =>
        listed('filters', `${app}.${endpoint}`, ({ params }: Filters) =>
          params
            .filter(({ value, of }) => value === 'content-type' && of === undefined)
            .map(({ param, choices }) => [param, choices]),
        )
          .filter(([name]) => own[name]?.kind === 'labels')
          .map(([name, labels]) => [`${app}/${endpoint}`, name, own[name], labels] as const),
      )
    : [];
  it('in filters, of which there are fifteen', () => expect(filters).toHaveLength(15));
  it.each(filters)('of %s: the filter %s', (_, __, filter, labels) => expect(taken(filter!.allowed)).toEqual(labels));

  const inOrder = ['extras/tags', 'extras/webhooks', 'extras/job-hooks', 'extras/dynamic-groups', 'extras/statuses']
    .concat('extras/computed-fields', 'extras/custom-links', 'extras/relationships', 'dcim/location-types')
    .map((path) => [path, models.find(({ app, endpoint }) => path === `${app}/${endpoint}`)!] as const);
  it.each(facts ? inOrder : [])('in forms, in its order: %s', (path, model) => {
    const body = describeEndpoint(engine, model, { mayAdd: true, mayChange: true, detail: false }) as Options;
    const file = join(facts!, 'options', `${path.replace('/', '.')}.json`);
    expect(chosen(body)).toEqual(chosen(JSON.parse(readFileSync(file, 'utf8'))));
  });
});

interface Options {
  schema: {
    properties: Record<
      string,
      { modelName?: string; enum?: string[]; items?: { modelName?: string; enum?: string[] } }
    >;
  };
}

/** The content types each field offers, in order. */
const chosen = ({ schema }: Options): Record<string, string[] | undefined> =>
  Object.fromEntries(
    Object.entries(schema.properties)
      .map(([name, { items, ...own }]) => [name, items ?? own] as const)
      .filter(([, { modelName }]) => modelName === 'contenttype')
      .map(([name, { enum: labels }]) => [name, labels?.filter(isOfContract)]),
  );
