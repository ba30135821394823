import type { Draft } from '../../apply/draft';
import { refTo } from '../../apply/draft';
import { able } from '../../models';
import { kindsHere, kindsNowhere, labelsHere } from './labels';
import {
  type Context,
  choice,
  choiceOf,
  derived,
  idOf,
  isEmpty,
  keyOf,
  type Mapping,
  type NetboxObject,
  nowhere,
  ref,
  to,
} from './language';
import { comments, counters, fromFile, itself, primary, slug } from './shared';

/** The kinds of objects something is about; before 4.0 the field had another name. */
const kindsOf = (object: NetboxObject): unknown => object.object_types ?? object.content_types;

const about: Mapping['fields'] = {
  object_types: derived('the kinds of objects here that these are'),
  content_types: derived('the kinds of objects here that these are'),
};

/** Reports the kinds of objects that something was about and that there are none of here. */
function tellNowhere(from: string, object: NetboxObject, context: Context): void {
  for (const label of kindsNowhere(kindsOf(object)))
    context.nowhere(from, object, 'object_types', `objects of ${label} are of no kind here that could have it`);
}

export const tag: Mapping = {
  from: 'extras.tag',
  list: 'extras/tags',
  to: { endpoint: 'extras/tags', label: 'extras.tag' },
  fields: {
    ...itself,
    ...slug,
    name: to('name'),
    color: to('color'),
    description: to('description'),
    weight: nowhere('tags have no order of their own here', (value) => value === 1000 || value === undefined),
    object_types: derived('the kinds of objects it may be on'),
    ...counters('tagged_items'),
  },
  finish: (draft, object) => {
    const named = kindsHere(object.object_types).filter((label) => able.tagged().has(label));
    draft.body.content_types =
      named.length > 0
        ? named.sort()
        : [...able.tagged()].filter((label) => Object.values(labelsHere).includes(label)).sort();
  },
};

/** A role is known by its name here: those of devices, racks and addresses with one name are one. */
const role = (
  from: string,
  list: string,
  kinds: (object: NetboxObject) => string[],
  fields: Mapping['fields'],
): Mapping => ({
  from,
  list,
  to: { endpoint: 'extras/roles', label: 'extras.role' },
  fields: { ...primary, ...slug, ...comments, name: to('name'), description: to('description'), ...fields },
  finish: (draft, object) => {
    draft.body.content_types = kinds(object);
  },
});

export const deviceRole = role(
  'dcim.devicerole',
  'dcim/device-roles',
  ({ vm_role }) => (vm_role === false ? ['dcim.device'] : ['dcim.device', 'virtualization.virtualmachine']),
  {
    color: to('color'),
    vm_role: derived('the kinds of objects that have it'),
    config_template: nowhere('there are no templates of configurations here'),
    parent: nowhere('roles have no parents here'),
    ...counters('device_count', 'virtualmachine_count', '_depth'),
  },
);
export const rackRole = role('dcim.rackrole', 'dcim/rack-roles', () => ['dcim.rack'], {
  color: to('color'),
  ...counters('rack_count'),
});
export const ipamRole = role('ipam.role', 'ipam/roles', () => ['ipam.prefix', 'ipam.vlan'], {
  weight: to('weight'),
  ...counters('prefix_count', 'vlan_count', 'asn_count'),
});

export const inventoryItemRole: Mapping = {
  from: 'dcim.inventoryitemrole',
  list: 'dcim/inventory-item-roles',
  nowhere: 'inventory items have no role here; they keep the name of theirs',
  fields: {},
};

const types: Record<string, string> = {
  text: 'text',
  longtext: 'markdown',
  integer: 'integer',
  decimal: 'text',
  boolean: 'boolean',
  date: 'date',
  datetime: 'text',
  url: 'url',
  json: 'json',
  select: 'select',
  multiselect: 'multi-select',
};

/** A custom field by the same key; one whose values are objects is a relationship. */
export const customField: Mapping = {
  from: 'extras.customfield',
  list: 'extras/custom-fields',
  to: { endpoint: 'extras/custom-fields', label: 'extras.customfield' },
  needs: ['extras.customfieldchoiceset'],
  fields: {
    ...itself,
    ...about,
    owner: nowhere('custom fields have no owners here'),
    type: derived('the type here that it fits'),
    related_object_type: derived('the other side of the relationship'),
    object_type: derived('the other side of the relationship'),
    data_type: derived('follows from the type'),
    name: to('key'),
    label: to('label', (value, object) => String(value || object.name)),
    group_name: to('grouping'),
    description: to('description'),
    required: nowhere('it may be empty here, since values that are missing would keep objects away'),
    unique: nowhere('values of custom fields may repeat here'),
    search_weight: derived('how NetBox searches'),
    filter_logic: choice('filter_logic', 'loose'),
    ui_visible: derived('how NetBox shows it'),
    ui_editable: derived('how NetBox shows it'),
    is_cloneable: derived('how NetBox shows it'),
    default: nowhere('new objects here begin without it'),
    related_object_filter: nowhere('there is no such filter here'),
    weight: to('weight'),
    validation_minimum: to('validation_minimum', wholeBound),
    validation_maximum: to('validation_maximum', wholeBound),
    validation_regex: to('validation_regex'),
    validation_schema: nowhere('values of custom fields have no schema here'),
    choice_set: derived('its choices'),
    comments: nowhere('custom fields have no comments here'),
  },
  accepts: (object, context) => {
    tellNowhere('extras.customfield', object, context);
    const type = String(choiceOf(object.type));
    if (types[type]) {
      if (kindsHere(kindsOf(object)).some((label) => able.customFields().has(label))) return true;
      context.nowhere('extras.customfield', object, '', 'objects of none of its kinds have custom fields here');
      return false;
    }
    for (const draft of relationshipsOf(object, context)) context.also(draft);
    return false;
  },
  finish: (draft, object, context) => {
    const set = context.all('extras.customfieldchoiceset').get(idOf(object.choice_set) ?? -1);
    // The choices of a set that comes with NetBox are not told with it.
    const isOpen = !isEmpty(choiceOf(set?.base_choices));
    if (isOpen)
      context.adjusted('extras.customfield', object, 'is a text, since its choices are a list that comes with NetBox');
    const type = isOpen ? (choiceOf(object.type) === 'select' ? 'text' : 'json') : String(choiceOf(object.type));
    const numbered = ['integer', 'text', 'longtext', 'url', 'select', 'multiselect', 'json'].includes(type);
    draft.body.type = types[type];
    draft.body.content_types = kindsHere(kindsOf(object))
      .filter((label) => able.customFields().has(label))
      .sort();
    if (!numbered) Object.assign(draft.body, { validation_minimum: null, validation_maximum: null });
    if (['integer', 'boolean', 'date', 'datetime', 'decimal'].includes(type)) draft.body.validation_regex = '';
    if (types[type] !== type && type !== 'multiselect' && type !== 'longtext')
      context.adjusted(
        'extras.customfield',
        object,
        `is a text, since there are no custom fields of type ${type} here`,
      );
    if (type !== 'select' && type !== 'multiselect') return [];
    return choicesOf(set).map(
      ([value], index): Draft => ({
        endpoint: 'extras/custom-field-choices',
        key: `extras.customfieldchoice:${object.id} ${value}`,
        body: { custom_field: refTo(draft.key, true), value, weight: Math.min(32_767, (index + 1) * 10) },
      }),
    );
  },
};

function wholeBound(value: unknown): number | null {
  return value === null || value === undefined || !Number.isInteger(Number(value)) ? null : Number(value);
}

/** The choices of a set, `[value, label]`; those of a set that comes with NetBox are not told one by one. */
function choicesOf(set: NetboxObject | undefined): [string, string][] {
  const extra = (set?.extra_choices ?? []) as unknown[];
  return extra.map((one) => (Array.isArray(one) ? [String(one[0]), String(one[1])] : [String(one), String(one)]));
}

/** The relationship that stands for values of a custom field on objects of one kind. */
export const relationshipKey = (name: string, label: string): string => `netbox_${name}_${label.replace('.', '_')}`;

function relationshipsOf(object: NetboxObject, context: Context): Draft[] {
  const target = labelsHere[String(object.related_object_type ?? object.object_type)];
  const kinds = kindsHere(kindsOf(object)).filter((label) => able.relationships().has(label));
  if (!target || !able.relationships().has(target) || kinds.length === 0) {
    context.nowhere('extras.customfield', object, '', 'there are no relationships here between objects of these kinds');
    return [];
  }
  const isSeveral = choiceOf(object.type) === 'multiobject';
  return kinds.map((label): Draft => {
    const key = relationshipKey(String(object.name), label);
    return {
      endpoint: 'extras/relationships',
      key: `relationship:${key}`,
      body: {
        key,
        label: `${String(object.label || object.name)} (${label})`.slice(0, 100),
        type: isSeveral ? 'many-to-many' : 'one-to-many',
        source_type: target,
        destination_type: label,
        description: String(object.description ?? ''),
      },
    };
  });
}

export const customFieldChoiceSet: Mapping = {
  from: 'extras.customfieldchoiceset',
  list: 'extras/custom-field-choice-sets',
  partOf: 'its choices are those of the custom fields that use it',
  fields: {},
};

/** Templates call the object otherwise here. */
const asThere = '{% set object = obj %}';

/** One for each kind of objects: something here is about one kind. */
function forEachKind(
  draft: Draft,
  object: NetboxObject,
  kinds: string[],
  said: (label: string) => Draft['body'],
): Draft[] {
  const [first, ...others] = kinds;
  const copies = others.map(
    (label): Draft => ({
      ...structuredClone(draft),
      key: `${draft.key.split(':')[0]}:${object.id} ${label}`,
      body: { ...structuredClone(draft.body), ...said(label) },
    }),
  );
  Object.assign(draft.body, said(first!));
  return copies;
}

export const customLink: Mapping = {
  from: 'extras.customlink',
  list: 'extras/custom-links',
  to: { endpoint: 'extras/custom-links', label: 'extras.customlink' },
  fields: {
    ...itself,
    ...about,
    owner: nowhere('custom links have no owners here'),
    name: to('name'),
    enabled: derived('those that are off are not taken'),
    link_text: to('text', (value) => `${asThere}${String(value)}`),
    link_url: to('target_url', (value) => `${asThere}${String(value)}`),
    weight: to('weight'),
    group_name: to('group_name'),
    button_class: choice('button_class', 'default'),
    new_window: to('new_window'),
  },
  accepts: (object, context) => {
    tellNowhere('extras.customlink', object, context);
    const isUsable =
      object.enabled !== false && kindsHere(kindsOf(object)).some((label) => able.customLinks().has(label));
    if (!isUsable)
      context.nowhere(
        'extras.customlink',
        object,
        '',
        object.enabled === false ? 'it is off, and links here are on' : 'objects of none of its kinds have links here',
      );
    return isUsable;
  },
  finish: (draft, object) => {
    const kinds = kindsHere(kindsOf(object)).filter((label) => able.customLinks().has(label));
    const name = String(object.name);
    return forEachKind(draft, object, kinds, (label) => ({
      content_type: label,
      name: kinds.length > 1 ? `${name} (${label})`.slice(0, 100) : name,
    }));
  },
};

export const exportTemplate: Mapping = {
  from: 'extras.exporttemplate',
  list: 'extras/export-templates',
  to: { endpoint: 'extras/export-templates', label: 'extras.exporttemplate' },
  fields: {
    ...itself,
    ...about,
    ...fromFile,
    owner: nowhere('export templates have no owners of this kind here'),
    name: to('name'),
    description: to('description'),
    environment_params: nowhere('templates are rendered in one way here'),
    template_code: to('template_code'),
    mime_type: to('mime_type'),
    file_name: nowhere('files are named by the kind of objects'),
    file_extension: to('file_extension'),
    as_attachment: nowhere('exports are always files here', (value) => value !== false),
  },
  accepts: (object, context) => {
    tellNowhere('extras.exporttemplate', object, context);
    const isUsable = kindsHere(kindsOf(object)).some((label) => able.exportTemplates().has(label));
    if (!isUsable)
      context.nowhere(
        'extras.exporttemplate',
        object,
        '',
        'objects of none of its kinds are exported by templates here',
      );
    return isUsable;
  },
  finish: (draft, object) => {
    const kinds = kindsHere(kindsOf(object)).filter((label) => able.exportTemplates().has(label));
    return forEachKind(draft, object, kinds, (label) => ({ content_type: label }));
  },
};

/** A rule that calls a webhook is a webhook here. It arrives switched off, so that nobody is told of the import. */
export const eventRule: Mapping = {
  from: 'extras.eventrule',
  list: 'extras/event-rules',
  to: { endpoint: 'extras/webhooks', label: 'extras.webhook' },
  needs: ['extras.webhook'],
  fields: {
    ...itself,
    ...about,
    name: to('name'),
    enabled: derived('it arrives switched off'),
    event_types: derived('what it is told of'),
    type_create: derived('what it is told of'),
    type_update: derived('what it is told of'),
    type_delete: derived('what it is told of'),
    type_job_start: nowhere('webhooks are told of objects here, not of jobs'),
    type_job_end: nowhere('webhooks are told of objects here, not of jobs'),
    conditions: nowhere('webhooks have no conditions here; it would be told of more'),
    action_type: derived('the webhook'),
    action_object_type: derived('the webhook'),
    action_object_id: derived('the webhook'),
    action_object: derived('the webhook'),
    description: nowhere('webhooks have no description here'),
    custom_fields: nowhere('webhooks have no custom fields here'),
    owner: nowhere('webhooks have no owners here'),
    tags: nowhere('webhooks have no tags here'),
  },
  accepts: (object, context) => {
    tellNowhere('extras.eventrule', object, context);
    const reason = whyNoWebhook(object, context);
    if (reason) context.nowhere('extras.eventrule', object, '', reason);
    return reason === undefined;
  },
  finish: (draft, object, context) => {
    const hook = context.all('extras.webhook').get(Number(object.action_object_id))!;
    Object.assign(draft.body, {
      content_types: kindsHere(kindsOf(object))
        .filter((label) => able.webhooks().has(label))
        .sort(),
      ...occasionsOf(object),
      ...Object.fromEntries(taken.map((field) => [field, hook[field] ?? ''])),
      ssl_verification: hook.ssl_verification !== false,
    });
    draft.once = { enabled: false, secret: '' };
    context.adjusted('extras.eventrule', object, 'is a webhook that arrived switched off and without its secret');
  },
};

const taken = [
  'payload_url',
  'http_method',
  'http_content_type',
  'additional_headers',
  'body_template',
  'ca_file_path',
];

function whyNoWebhook(object: NetboxObject, context: Context): string | undefined {
  if (choiceOf(object.action_type) !== 'webhook')
    return 'only rules that call webhooks have a place; scripts and notifications do not';
  if (!context.all('extras.webhook').has(Number(object.action_object_id))) return 'its webhook is not there';
  if (!kindsHere(kindsOf(object)).some((label) => able.webhooks().has(label)))
    return 'webhooks are not told of any of its kinds here';
  return Object.values(occasionsOf(object)).some(Boolean)
    ? undefined
    : 'it tells of nothing that webhooks are told of here';
}

function occasionsOf(object: NetboxObject) {
  const events = object.event_types as string[] | undefined;
  const tells = (name: string, flag: unknown) => (events ? events.includes(`object_${name}d`) : flag === true);
  return {
    type_create: tells('create', object.type_create),
    type_update: tells('update', object.type_update),
    type_delete: tells('delete', object.type_delete),
  };
}

export const webhook: Mapping = {
  from: 'extras.webhook',
  list: 'extras/webhooks',
  nowhere: 'it is part of the event rules that call it, which are webhooks here',
  secret: ['secret'],
  fields: {},
};

/** Contexts apply where all of what they name applies; what has no place here would make them apply to more. */
export const configContext: Mapping = {
  from: 'extras.configcontext',
  list: 'extras/config-contexts',
  to: { endpoint: 'extras/config-contexts', label: 'extras.configcontext' },
  fields: {
    ...itself,
    ...fromFile,
    name: to('name'),
    weight: to('weight'),
    profile: ref('config_context_schema', 'extras.configcontextprofile'),
    description: to('description'),
    is_active: to('is_active'),
    regions: derived('locations'),
    site_groups: derived('locations'),
    sites: derived('locations'),
    locations: derived('locations'),
    device_types: ref('device_types', 'dcim.devicetype'),
    roles: ref('roles', 'dcim.devicerole'),
    platforms: ref('platforms', 'dcim.platform'),
    cluster_types: nowhere('contexts do not go by types of clusters here; it was switched off'),
    cluster_groups: ref('cluster_groups', 'virtualization.clustergroup'),
    clusters: ref('clusters', 'virtualization.cluster'),
    tenant_groups: ref('tenant_groups', 'tenancy.tenantgroup'),
    tenants: ref('tenants', 'tenancy.tenant'),
    owner: nowhere('config contexts have no owners of this kind here'),
    tags: derived('tags, by their names'),
    data: to('data', (value) => value ?? {}),
  },
  needs: ['extras.tag'],
  finish: (draft, object, context) => {
    const places = {
      regions: 'dcim.region',
      site_groups: 'dcim.sitegroup',
      sites: 'dcim.site',
      locations: 'dcim.location',
    };
    const named = Object.entries(places).filter(([field]) => !isEmpty(object[field]));
    draft.body.locations = named.flatMap(([field, label]) =>
      (object[field] as unknown[]).map((one) => refTo(keyOf(label, idOf(one)))),
    );
    const slugs = new Set((object.tags ?? []) as string[]);
    draft.body.tags = [...context.all('extras.tag').values()]
      .filter((one) => slugs.has(String(one.slug)))
      .map((one) => refTo(keyOf('extras.tag', one.id)));
    if (named.length > 1 || !isEmpty(object.cluster_types)) {
      draft.body.is_active = false;
      if (named.length > 1)
        context.nowhere(
          'extras.configcontext',
          object,
          'locations',
          'regions, site groups, sites and locations are one list here, of which any applies; it was switched off',
        );
    }
  },
};

export const configContextProfile: Mapping = {
  from: 'extras.configcontextprofile',
  list: 'extras/config-context-profiles',
  to: { endpoint: 'extras/config-context-schemas', label: 'extras.configcontextschema' },
  fields: {
    ...itself,
    ...fromFile,
    ...comments,
    name: to('name'),
    description: to('description'),
    schema: to('data_schema', (value) => (isEmpty(value) ? { type: 'object' } : value)),
    tags: nowhere('schemas have no tags here'),
    owner: nowhere('schemas have no owners of this kind here'),
  },
};

export const journalEntry: Mapping = {
  from: 'extras.journalentry',
  list: 'extras/journal-entries',
  nowhere: 'it is a note on the object it is about, unless that has no place itself',
  needs: ['users.user'],
  fields: {},
  make: (object, context) => {
    const target = context.target(String(object.assigned_object_type), object.assigned_object_id);
    if (!target) {
      context.nowhere('extras.journalentry', object, '', 'what it is about has no place');
      return [];
    }
    const author = context.all('users.user').get(idOf(object.created_by) ?? -1)?.username;
    const when = String(object.created ?? '')
      .slice(0, 16)
      .replace('T', ' ');
    const heading = [when, author && `by ${String(author)}`, `(${String(choiceOf(object.kind) ?? 'info')})`]
      .filter(Boolean)
      .join(' ');
    context.note(
      target.reference,
      target.label,
      keyOf('extras.journalentry', object.id),
      `${heading}\n${String(object.comments ?? '')}`,
    );
    return [];
  },
};

export const imageAttachment: Mapping = {
  from: 'extras.imageattachment',
  list: 'extras/image-attachments',
  nowhere: 'pictures are not taken along; they can be put on locations, racks and devices here',
  fields: {},
};
