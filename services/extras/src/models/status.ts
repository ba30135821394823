import { by, defineModel, f, organizational } from '@plumbline/model';

/** A stage of life, such as Active or Retired, of the kinds of objects it names. */
export const Status = defineModel('extras.status', {
  endpoint: 'statuses',
  menu: [{ under: ['Platform', 'Reference Data'], at: 670 }],
  home: { section: 'Platform', at: 7 },
  title: 'status',
  plural: 'statuses',
  description: 'Stages of life, such as Active or Retired, each for the kinds of objects it names.',
  introduction: 'Manage Statuses through DELETE, GET, POST, PUT, and PATCH requests.',
  traits: [organizational, { webhooks: true, customLinks: true, exportTemplates: true }],
  fields: {
    content_types: f.contentTypes({ referringTo: 'extras.status' }).label('Content type(s)'),
    name: f.text(100).unique(),
    color: f.color().default('9e9e9e'),
    description: f.text(200).default(''),
  },
  filterable: ['name', 'color'],
  filters: {
    q: by.search({ name: 'icontains', 'content_types.model': 'icontains', id: 'iexact' }),
    content_types: by.labels('content_types', { referringTo: 'extras.status' }),
  },
});
