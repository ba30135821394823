import { by, defineModel, f, organizational } from '@plumbline/model';
import { ownerFields, ownerKey } from '../fields/owned';

/** How a list of objects of one kind is written out. */
export const ExportTemplate = defineModel('extras.exporttemplate', {
  endpoint: 'export-templates',
  menu: [{ under: ['Automation', 'Extensibility'], at: 620 }],
  title: 'export template',
  className: 'ExportTemplate',
  description: 'How lists of objects of a kind are written out.',
  listed: [],
  traits: [organizational, { customFields: false, computedFields: false }],
  fields: {
    content_type: f.contentType({ having: 'exportTemplates' }),
    ...ownerFields(),
    ...ownerKey(),
    name: f.text(100),
    description: f.text(200).default(''),
    template_code: f.text().describe('In the syntax of Jinja2; the objects are `queryset`.'),
    mime_type: f.text(50).default('').label('MIME type'),
    file_extension: f.text(15).default(''),
  },
  order: ['content_type', 'name'],
  unique: [['content_type', 'name']],
  naturalKey: ['content_type.app_label', 'content_type.model', 'name'],
  display: (row, names) => {
    const shown = `${names.contentTypeName(String(row.content_type))}: ${row.name}`;
    return row['owner.display'] ? `[${row['owner.display']}] ${shown}` : shown;
  },
  displayNeeds: ['owner.display'],
  filterable: ['owner_object_id', 'name'],
  filters: {
    q: by.search({
      name: 'icontains',
      'owner_content_type.app_label': 'icontains',
      'owner_content_type.model': 'icontains',
      'content_type.app_label': 'icontains',
      'content_type.model': 'icontains',
      description: 'icontains',
      id: 'iexact',
    }),
    content_type: by.labelNumber('content_type', { single: true }),
    owner_content_type: by.label('owner_content_type', { single: true }),
    created: undefined,
    last_updated: undefined,
  },
});
