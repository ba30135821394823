import { bare, by, choiceLabel, defineModel, f } from '@plumbline/model';
import { changeActions } from '../changeLog/changeActions';
import { changeContexts } from '../changeLog/changeContexts';
import { maskedData } from '../changeLog/maskedData';
import { now } from '../choices/now';

/** One entry of the change log: what a request did to an object. Nobody writes one; they follow from the changes. */
export const ObjectChange = defineModel('extras.objectchange', {
  endpoint: 'object-changes',
  menu: [{ under: ['Platform', 'Governance'], label: 'Change Log', at: 650 }],
  title: 'object change',
  description: 'The change log: what each request did to each object, newest first.',
  introduction: 'Who changed what, and when: read only.',
  listed: ['changed_object_id', 'related_object_id', 'related_object_type', 'user'],
  traits: [bare],
  fields: {
    action: f.choice(changeActions).readOnly(),
    changed_object_type: f.contentType('any').readOnly().nullable(),
    related_object_type: f.contentType('any').readOnly().nullable(),
    changed_object: f.generic('changed_object_type', 'changed_object_id'),
    time: f.dateTime().readOnly().indexed().inForm(now),
    user_name: f.text(150).readOnly().indexed(),
    request_id: f.uuid().readOnly().indexed(),
    changed_object_id: f.uuid().indexed(),
    change_context: f.plainChoice(changeContexts).readOnly(),
    change_context_detail: f.text(400).readOnly(),
    related_object_id: f.uuid().optional().indexed(),
    object_repr: f.text(200).readOnly().copiedFrom('changed_object'),
    object_data: f.json().readOnly().copiedFrom('changed_object').with({ restored: maskedData }),
    object_data_v2: f.json().readOnly().nullable().copiedFrom('changed_object').with({ restored: maskedData }),
    user: f.ref('users.user', { reverse: 'object_changes', onDelete: 'setNull' }).optional(),
  },
  order: ['-time'],
  // Newest first within each: where few changes are of a type, all others were read to find them.
  indexes: [
    ['changed_object_type', 'time'],
    ['action', 'time'],
  ],
  partitionBy: 'time',
  naturalKey: ['id'],
  display: ({ changed_object_type, object_repr, action, user_name }, names) => {
    const kind = names.contentTypeName(String(changed_object_type));
    return `${kind} ${object_repr} ${choiceLabel(changeActions, action).toLowerCase()} by ${user_name}`;
  },
  filterable: ['user_name', 'request_id', 'changed_object_id', 'object_repr', 'time'],
  filters: {
    q: by.search({ user_name: 'icontains', object_repr: 'icontains', id: 'iexact' }),
    action: by.choice('action', changeActions, { anyText: true }),
    user: by.relation('user', { key: 'username', negatesAnyId: true }),
    user_id: by.relationId('user', { negatesAnyId: true }),
    changed_object_type: by.label('changed_object_type', { single: true }),
    changed_object_type_id: by.labelNumber('changed_object_type', { single: true }),
  },
  methods: ['GET'],
});
