import { readNamed } from '@plumbline/command';
import type { Model } from '@plumbline/model';
import { parse } from 'yaml';
import { z } from 'zod';
import { suggestion } from '../../command/suggestion';
import { allModels } from '../../dump/dumpEverything';

/** What a column of a sheet says of an object. */
export interface Column {
  header: string;
  /** A field of the object: `status`, `custom_fields.owner`. */
  field: string;
  /** Of a related object: by which of its values it is found: `name`, `manufacturer.name`. */
  attribute: string | undefined;
  /** What is meant by what stands in cells. */
  values: Readonly<Record<string, unknown>>;
  /** What an empty cell means. */
  otherwise: unknown;
}

/** How a sheet is to be read: where its rows belong, and what its columns say. */
export interface Reading {
  model: Model;
  /** Fields by which a row is known to be about an object that is here. */
  key: string[];
  columns: Column[];
  sheet: string | undefined;
  delimiter: string | undefined;
}

/** A mapping file, or what the command line says in its place. */
export interface MappingWanted {
  to?: string | undefined;
  key?: string[] | undefined;
  sheet?: string | undefined;
  delimiter?: string | undefined;
  columns?: Record<string, unknown> | undefined;
  always?: Record<string, unknown> | undefined;
}

const column = z.union([
  z.string().min(1),
  z.null(),
  z
    .object({ to: z.string().min(1), values: z.record(z.unknown()).optional(), default: z.unknown().optional() })
    .strict(),
]);

const mapping = z
  .object({
    to: z.string().optional(),
    key: z.array(z.string()).min(1).optional(),
    sheet: z.string().optional(),
    delimiter: z.string().min(1).optional(),
    columns: z.record(column).optional(),
    always: z.record(z.unknown()).optional(),
  })
  .strict();

/** Reads a mapping file (YAML, or JSON, which is YAML too). */
export async function readMapping(file: string): Promise<MappingWanted> {
  const text = (await readNamed(file)).toString();
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 100 });
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message.split('\n')[0]!.replace(/:$/, '')}`);
  }
  const parsed = mapping.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${file}: ${issue!.path.join('.') || 'the file'}: ${issue!.message}`);
}

/** What the columns of a sheet say, by the mapping and else by their headers; throws when something cannot be meant. */
export function readingOf(headers: readonly string[], wanted: MappingWanted): Reading {
  const model = modelAt(wanted.to);
  const stray = Object.keys(wanted.columns ?? {}).filter((header) => !headers.includes(header));
  if (stray.length > 0)
    throw new Error(`There is no column ${stray.join(', ')}. There are: ${headers.filter(Boolean).join(', ')}.`);
  const columns = headers.flatMap((header) => (header === '' ? [] : columnOf(model, header, wanted.columns)));
  const always = Object.entries(wanted.always ?? {}).map(([target, value]): Column => {
    const { field, attribute } = targetOf(model, target, `always.${target}`);
    return { header: '', field, attribute, values: {}, otherwise: value };
  });
  const all = [...columns, ...always];
  if (columns.length === 0) throw new Error('None of its columns says anything.');
  return { model, key: keyOf(model, all, wanted.key), columns: all, sheet: wanted.sheet, delimiter: wanted.delimiter };
}

function modelAt(endpoint: string | undefined): Model {
  const models = allModels().filter(({ endpoint: name, methods }) => name !== undefined && methods.includes('POST'));
  const known = models.map(({ app, endpoint: name }) => `${app}/${name}`).sort();
  if (endpoint === undefined)
    throw new Error(`Say what its rows are: --as dcim/devices, or "to" in a mapping. There are: ${known.join(', ')}.`);
  const wanted = endpoint.replace(/^\/|\/$/g, '');
  const model = models.find(({ app, endpoint: name }) => `${app}/${name}` === wanted);
  if (!model) throw new Error(`There is no ${endpoint}${suggestion(wanted, known)} There are: ${known.join(', ')}.`);
  return model;
}

function columnOf(model: Model, header: string, given: MappingWanted['columns']): Column[] {
  const said = given && Object.hasOwn(given, header) ? (given[header] as z.infer<typeof column>) : undefined;
  if (said === null) return [];
  if (said === undefined) {
    // With a mapping, columns that it does not speak of are left out.
    if (given) return [];
    return [{ header, ...targetOf(model, fieldNamed(model, header), header), values: {}, otherwise: undefined }];
  }
  const { to, values = {}, default: otherwise } = typeof said === 'string' ? { to: said } : said;
  return [{ header, ...targetOf(model, to, header), values, otherwise }];
}

/** The field that people call so: by its name, its words, or `cf_` and the key of a custom field. */
function fieldNamed(model: Model, header: string): string {
  const word = header
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
    .replace(/__/g, '.');
  if (word.startsWith('cf_')) return `custom_fields.${header.slice(3)}`;
  const [first, ...rest] = word.split('.');
  const byLabel = Object.entries(model.fields).find(
    ([, { options }]) => options.label?.toLowerCase() === header.toLowerCase(),
  );
  return byLabel && !model.fields[first!] ? byLabel[0] : [first, ...rest].join('.');
}

/** The attribute that names objects of a kind, where nobody says another. */
const usualAttributes: Readonly<Record<string, string>> = {
  'dcim.devicetype': 'model',
  'ipam.prefix': 'prefix',
  'ipam.ipaddress': 'address',
  'circuits.circuit': 'cid',
  'users.user': 'username',
};

function targetOf(model: Model, target: string, header: string): { field: string; attribute: string | undefined } {
  const [name = '', ...rest] = target.split('.');
  if (name === 'custom_fields' && rest.length === 1 && model.abilities.customFields)
    return { field: target, attribute: undefined };
  const field = model.fields[name];
  if (!field || !isWritable(field)) {
    const writable = Object.entries(model.fields).flatMap(([one, each]) => (isWritable(each) ? [one] : []));
    throw new Error(
      `${header}: ${model.plural} have no ${target}${suggestion(name, writable)} They have: ${[...writable, ...(model.abilities.customFields ? ['custom_fields.KEY'] : [])].join(', ')}. Say what the column means in a mapping, or leave it out with null.`,
    );
  }
  if (!field.options.to) {
    if (rest.length > 0) throw new Error(`${header}: ${name} is no related object, and has no ${rest.join('.')}.`);
    return { field: name, attribute: undefined };
  }
  return { field: name, attribute: rest.join('.') || (usualAttributes[field.options.to] ?? 'name') };
}

const isWritable = ({ stored, options }: Model['fields'][string]): boolean =>
  !options.readOnly && !options.hidden && (stored || options.writeOnly);

/** By which fields rows are known where nobody says so; only those that the sheet speaks of. */
const usualKeys: Readonly<Record<string, string[]>> = {
  'dcim.devicetype': ['manufacturer', 'model'],
  'dcim.location': ['name', 'parent'],
  'ipam.prefix': ['prefix', 'namespace'],
  'ipam.ipaddress': ['address'],
  'ipam.vlan': ['vid', 'vlan_group', 'location'],
  'circuits.circuit': ['cid', 'provider'],
  'users.user': ['username'],
  'extras.customfield': ['key'],
};

function keyOf(model: Model, columns: readonly Column[], given: string[] | undefined): string[] {
  const fields = new Set(columns.map(({ field }) => field));
  const missing = given?.filter((field) => !fields.has(field)) ?? [];
  if (missing.length > 0) throw new Error(`Rows cannot be known by ${missing.join(', ')}: no column says it.`);
  const usual = usualKeys[model.label] ?? ['name', ...(model.partOf ? [model.partOf] : [])];
  const key = given ?? usual.filter((field) => fields.has(field));
  if (key.length === 0 || (!given && !fields.has(usual[0]!)))
    throw new Error(
      `Say by which fields a row is known to be about an object that is here: --key ${usual[0]}, or "key" in a mapping.`,
    );
  return key;
}
