import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { Model } from './models';
import { request } from './request';

/** What a field holds, as far as it matters for showing and entering it. */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'markdown'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'texts'
  | 'related'
  | 'relatedMany'
  | 'date'
  | 'moment'
  | 'color'
  | 'url'
  | 'id'
  | 'json'
  | 'file'
  | 'customFields'
  | 'relationships';

/** One field of a model. */
export interface Field {
  name: string;
  label: string;
  kind: FieldKind;
  required: boolean;
  readOnly: boolean;
  nullable: boolean;
  choices?: { value: string | number; label: string }[];
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  /** The model of the related objects. */
  to?: string;
  /** What a new object has there. */
  default?: unknown;
}

/** A filter with its look-ups: parameters by what they are called. */
export interface FilterDescription {
  name: string;
  label: string;
  lookups: { parameter: string; label: string }[];
}

/** What OPTIONS says of a model, made ready for pages. */
export interface Description {
  fields: Field[];
  field(name: string): Field | undefined;
  /** Names of fields, in the order of forms. */
  formOrder: string[];
  /** Names of fields, those that a list shows unless somebody chose others. */
  listDefaults: string[];
  /** Groups of fields on an object's page. */
  groups: { title: string; fields: string[] }[];
  filters: FilterDescription[];
  introduction: string;
}

interface Property {
  type: string | string[];
  title?: string;
  format?: string;
  readOnly?: boolean;
  required?: boolean | string[];
  enum?: (string | number)[];
  enumNames?: string[];
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  default?: unknown;
  appLabel?: string;
  modelName?: string;
  items?: Property;
}

interface Options {
  description: string;
  actions?: Record<string, Record<string, { type: string; required: boolean; read_only: boolean }>>;
  schema: { required?: string[]; properties: Record<string, Property> };
  uiSchema: { 'ui:order': string[] } & Record<string, unknown>;
  filters: Record<string, { label: string; lookup_types: { value: string; label: string }[] }>;
  view_options: {
    retrieve: { tabs: Record<string, Record<string, { fields: string[] }>[]> };
    list: { default_fields: { key: string }[]; all_fields: { key: string }[] };
  };
}

/** Asks a model's endpoint to describe itself. */
export const descriptionQuery = (model: Model) =>
  queryOptions({
    queryKey: ['description', model.label],
    staleTime: 10 * 60_000,
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { data } = await request<Options>('OPTIONS', `/api${model.url}`, { signal });
      return describe(data, model);
    },
    structuralSharing: false,
  });

/** What a model says of itself; suspends until it is known. */
export const useDescription = (model: Model): Description => useSuspenseQuery(descriptionQuery(model)).data;

/** The same, undefined as long as it is not known. */
export const useDescriptionLater = (model: Model | undefined): Description | undefined =>
  useQuery({ ...descriptionQuery(model as Model), enabled: model !== undefined }).data;

function describe(
  { description, actions, schema, uiSchema, filters, view_options }: Options,
  { defaults = {} }: Model,
): Description {
  const entered = actions?.POST ?? actions?.PUT ?? {};
  const fields = Object.entries(schema.properties).map(([name, property]): Field => {
    const kind = kindOf(name, property, entered[name]?.type, uiSchema[name]);
    const one = property.items ?? property;
    const usual = property.default ?? defaults[name];
    const to = one.modelName && one.appLabel && !one.enum ? `${one.appLabel}.${one.modelName}` : undefined;
    return {
      name,
      label: labelOf(property.title ?? name),
      kind,
      required: schema.required?.includes(name) ?? false,
      readOnly: property.readOnly ?? entered[name]?.read_only ?? false,
      nullable: Array.isArray(property.type) && property.type.includes('null'),
      ...(one.enum
        ? { choices: one.enum.map((value, index) => ({ value, label: one.enumNames?.[index] ?? String(value) })) }
        : {}),
      ...(property.maxLength === undefined ? {} : { maxLength: property.maxLength }),
      ...(property.minimum === undefined ? {} : { minimum: property.minimum }),
      ...(property.maximum === undefined ? {} : { maximum: property.maximum }),
      ...(to === undefined ? {} : { to }),
      ...(usual === undefined ? {} : { default: usual }),
    };
  });
  const byName = new Map(fields.map((field) => [field.name, field]));
  const ordered = uiSchema['ui:order'].filter((name) => byName.has(name));
  const rest = fields.map(({ name }) => name).filter((name) => !ordered.includes(name));
  return {
    fields,
    field: (name) => byName.get(name),
    formOrder: [...ordered, ...rest],
    listDefaults: view_options.list.default_fields.map(({ key }) => key).filter((name) => byName.has(name)),
    groups: Object.values(view_options.retrieve.tabs)
      .flat()
      .flatMap((group) => Object.entries(group))
      .map(([title, group]) => ({ title, fields: group.fields })),
    filters: Object.entries(filters).map(([name, { label, lookup_types }]) => ({
      name,
      label: labelOf(label),
      lookups: lookup_types.map(({ value, label: lookup }) => ({ parameter: value, label: lookup })),
    })),
    introduction: description,
  };
}

/** Whether a field holds text of many lines, to be read rather than compared. */
export const isLongText = (kind: FieldKind | undefined): boolean => kind === 'longText' || kind === 'markdown';

/** Fields of text that people write to each other, in Markdown; a description is one where it may be longer than a line. */
const markdownTexts = new Set(['comments', 'note']);

/** Fields that hold text to be read rather than a name. */
const longTexts = new Set(['template_code', 'body_template', 'additional_headers', 'query', 'text']);

function kindOf(name: string, property: Property, entered: string | undefined, ui: unknown): FieldKind {
  if (name === 'custom_fields') return 'customFields';
  if (name === 'relationships') return 'relationships';
  const type = Array.isArray(property.type) ? property.type.find((one) => one !== 'null') : property.type;
  const isArea = typeof ui === 'object' && ui !== null && 'base_template' in ui;
  if (type === 'array') {
    if (property.items?.modelName && !property.items.enum) return 'relatedMany';
    if (property.items?.enum) return 'choices';
    return property.items?.type === 'object' ? 'relatedMany' : 'texts';
  }
  if (property.enum) return 'choice';
  if (property.modelName) return 'related';
  if (property.format === 'data-url') return 'file';
  if (property.format === 'uuid') return 'id';
  if (property.format === 'date-time') return 'moment';
  if (property.format === 'date') return 'date';
  if (type === 'integer' || type === 'number' || type === 'boolean') return type;
  if (type === 'object') return 'related';
  if (property.pattern === '^[0-9a-f]{6}$') return 'color';
  if (entered === 'field') return 'json';
  if (markdownTexts.has(name) || (name === 'description' && isArea)) return 'markdown';
  if (longTexts.has(name) || isArea) return 'longText';
  return 'text';
}

/** Words that are written in capitals, in what the server calls fields. */
const capitals: Record<string, string> = {
  id: 'ID',
  ip: 'IP',
  vlan: 'VLAN',
  vlans: 'VLANs',
  vrf: 'VRF',
  vrfs: 'VRFs',
  url: 'URL',
  mtu: 'MTU',
  mac: 'MAC',
  dns: 'DNS',
  nat: 'NAT',
  rir: 'RIR',
  asn: 'ASN',
  ip4: 'IPv4',
  ip6: 'IPv6',
  vc: 'VC',
  u: 'U',
  cid: 'CID',
  rd: 'RD',
  vcpus: 'vCPUs',
  ssl: 'SSL',
  ca: 'CA',
  json: 'JSON',
  csv: 'CSV',
  graphql: 'GraphQL',
  lag: 'LAG',
  poe: 'PoE',
  napalm: 'NAPALM',
  wwn: 'WWN',
  pk: 'ID',
  http: 'HTTP',
};

const labelOf = (words: string): string =>
  words
    .split(' ')
    .map((word) => capitals[word.toLowerCase()] ?? word)
    .join(' ')
    .replace(/^[a-z](?![A-Z])/, (first) => (words.startsWith('vCPU') ? first : first.toUpperCase()));
