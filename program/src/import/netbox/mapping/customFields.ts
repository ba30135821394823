import { type Draft, refTo } from '../../apply/draft';
import { able } from '../../models';
import { about, kindsWith, tellNowhere } from './about';
import { labelsHere } from './labels';
import {
  type Context,
  choice,
  choiceOf,
  derived,
  idOf,
  isEmpty,
  type Mapping,
  type NetboxObject,
  nowhere,
  to,
} from './language';
import { itself } from './shared';

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
      if (kindsWith(object, able.customFields()).length > 0) return true;
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
    draft.body.content_types = kindsWith(object, able.customFields()).sort();
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
  const kinds = kindsWith(object, able.relationships());
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
