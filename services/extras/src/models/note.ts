import { by, defineModel, f, plain } from '@plumbline/model';
import { now } from '../choices/now';
import { nameTheWriter } from '../notes/rules';

/** What somebody wrote about an object of any kind. */
export const Note = defineModel('extras.note', {
  endpoint: 'notes',
  menu: [{ under: ['Platform', 'Data Management'], at: 730 }],
  title: 'note',
  description: 'What people wrote about objects of any kind.',
  listed: ['note', 'assigned_object_type', 'assigned_object_id', 'user'],
  traits: [plain, { changeLog: true, webhooks: true }],
  fields: {
    assigned_object_type: f.contentType('any'),
    assigned_object: f.generic('assigned_object_type', 'assigned_object_id'),
    assigned_object_id: f.genericKey('assigned_object_type', { onDelete: 'cascade', unverified: true }),
    user_name: f.text(150).readOnly(),
    note: f.text(),
    user: f.ref('users.user', { reverse: 'notes', onDelete: 'setNull' }).optional(),
    created: f.dateTime().readOnly().nullable().inForm(now),
  },
  order: ['created'],
  naturalKey: [
    'assigned_object_type.app_label',
    'assigned_object_type.model',
    'assigned_object_id',
    'user_name',
    'created',
  ],
  display: (row) => `${row['assigned_object.plain_text'] ?? 'None'} - ${String(row.created).replace(/Z$/, '+00:00')}`,
  displayNeeds: ['assigned_object.plain_text'],
  needs: { user: ['username'] },
  neededWith: { user: [] },
  filterable: ['user_name', 'assigned_object_id', 'note'],
  filters: {
    q: by.search({ user_name: 'icontains', note: 'icontains', assigned_object_id: 'exact', id: 'iexact' }),
    user: by.relation('user', { key: 'username', negatesAnyId: true }),
    assigned_object_type: by.label('assigned_object_type', { single: true }),
    assigned_object_type_id: by.labelNumber('assigned_object_type', { single: true }),
    created: undefined,
    last_updated: undefined,
  },
  prepare: [nameTheWriter],
});
