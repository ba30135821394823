import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiOf } from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import { mergeFragments } from '@plumbline/gateway';
import { factsFolder, isOfContract } from '@plumbline/testkit';
import { ownServices } from '../src/start/services';

interface Schema {
  $ref?: string;
  type?: string;
  readOnly?: boolean;
  nullable?: boolean;
  maxLength?: number;
  enum?: unknown[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

interface FactsOfField {
  key: string;
  json: string;
  rel?: string;
  choices?: string;
  read_only?: boolean;
  write_only?: boolean;
  allow_null?: boolean;
  max_length?: number;
}

interface Serializer {
  root_keys: string[];
  opt_in: string[];
  required_post: string[];
  fields: FactsOfField[];
}

const { paths, components } = mergeFragments(
  ownServices.all.map((service) => openApiOf(service, registered.extensions)),
  'test',
  () => undefined,
) as unknown as {
  paths: Record<string, Record<string, object>>;
  components: { schemas: Record<string, Schema> };
};

const folder = factsFolder();
const read = (name: string) => JSON.parse(readFileSync(join(folder!, name), 'utf8'));

/** What a reference stands for. */
const resolved = (schema: Schema): Schema =>
  schema.$ref ? resolved(components.schemas[schema.$ref.split('/').at(-1)!]!) : schema;

/** The schema of what stands under a pointer of an operation. */
function schemaUnder(operation: object | undefined, ...keys: string[]): Schema | undefined {
  // biome-ignore lint/suspicious/noExplicitAny: any part of the description
  const found = keys.reduce((part: any, key) => part?.[key], operation);
  const schema = found?.content['application/json'].schema;
  return schema && resolved(schema);
}

/** Every value of an enumeration, without the blank. */
function valuesOf(schema: Schema): unknown[] {
  const { enum: values, oneOf, items, properties } = resolved(schema);
  const inner = oneOf ?? (items ? [items] : properties?.value ? [properties.value] : []);
  return (values ?? inner.flatMap(valuesOf)).filter((value) => value !== null && value !== '');
}

const takesNull = (schema: Schema): boolean => {
  const { nullable, oneOf = [], type } = resolved(schema);
  // Anything at all: null too.
  return nullable === true || oneOf.some(takesNull) || (type === undefined && oneOf.length === 0);
};

/** Keys that the contract has beyond the facts, and what is only counted, which no answer is sure to have. */
const added: Record<string, string[]> = { 'ipam.ipaddress': ['family', 'vrf'], 'ipam.prefix': ['family'] };
const isCounted = (key: string): boolean => key.endsWith('_count') || ['tree_depth', 'tagged_items'].includes(key);

/** Where rules or decisions say otherwise than the reference's description of itself. */
const decided: Record<string, string[]> = {
  // Only cables write it.
  'dcim.powerfeed': ['cable'],
  // A password of null is refused.
  'users.user': ['password'],
  // No limit is known to clients: the name of the file is made from theirs.
  'extras.imageattachment': ['image'],
};

const models = ownServices.all.flatMap(({ models }) => models).filter((model) => folder && isOfContract(folder, model));

(folder ? describe : describe.skip)('fields are described as the facts have them', () => {
  const sets: Record<string, unknown[] | { choices: unknown[] }> = folder ? read('choices.json') : {};
  type Choice = [unknown, unknown] | { choices: [unknown, unknown][] };
  const choicesOf = (reference: string): unknown[] | undefined => {
    const set = sets[reference.slice(1)];
    const entries = (Array.isArray(set) ? set : set?.choices) as Choice[] | undefined;
    return entries?.flatMap((entry) => (Array.isArray(entry) ? [entry[0]] : entry.choices.map(([value]) => value)));
  };

  test.each(models.map((model) => [`${model.app}/${model.endpoint}`, model] as const))('%s', (name, { label }) => {
    const facts: Serializer = read(`models/${name.replace('/', '.')}.json`).serializer;
    const shown = schemaUnder(paths[`/${name}/{id}/`]?.get, 'responses', '200')!;
    const keys = Object.keys(shown.properties!).filter((key) => !added[label]?.includes(key));
    expect(keys.toSorted()).toEqual([...new Set([...facts.root_keys, ...(facts.opt_in ?? [])])].sort());
    expect(facts.root_keys.filter((key) => !shown.required!.includes(key) && !isCounted(key))).toEqual([]);
    const fields = facts.fields.filter(({ key }) => !decided[label]?.includes(key));
    const said = fields.filter(({ key }) => shown.properties![key] && !shown.properties![key].$ref);
    expect(said.filter(({ key }) => shown.properties![key]!.readOnly).map(({ key }) => key)).toEqual(
      said.filter(({ read_only }) => read_only).map(({ key }) => key),
    );
    const sent = schemaUnder(paths[`/${name}/`]!.post, 'requestBody');
    if (!sent) return;
    expect((sent.required ?? []).toSorted()).toEqual(facts.required_post.toSorted());
    const writable = fields.filter(({ read_only }) => !read_only);
    const properties = sent.properties!;
    expect(fields.map(({ key }) => key).filter((key) => properties[key])).toEqual(writable.map(({ key }) => key));
    for (const { key, allow_null, max_length, choices } of writable) {
      const schema = properties[key]!;
      expect([key, takesNull(schema)]).toEqual([key, allow_null === true || isFree(schema)]);
      if (max_length && resolved(schema).type === 'string' && !resolved(schema).enum)
        expect([key, resolved(schema).maxLength]).toEqual([key, max_length]);
      const values = typeof choices === 'string' ? choicesOf(choices) : undefined;
      if (values) expect([key, valuesOf(schema)]).toEqual([key, values.filter((value) => value !== '')]);
    }
  });
});

/** Whether any JSON will do. */
const isFree = (schema: Schema): boolean => {
  const { type, oneOf } = resolved(schema);
  return type === undefined && oneOf === undefined;
};
