import { by, defineModel, f, organizational } from '@plumbline/model';
import { buttonClasses } from '../choices/buttonClasses';

/** A link to somewhere else, on the pages of objects of one kind. */
export const CustomLink = defineModel('extras.customlink', {
  endpoint: 'custom-links',
  menu: [{ under: ['Platform', 'Data Management'], at: 720 }],
  home: { section: 'Platform', at: 5 },
  title: 'custom link',
  className: 'CustomLink',
  description: 'Links to somewhere else, on the pages of objects of a kind.',
  introduction: 'Manage Custom Links through DELETE, GET, POST, PUT, and PATCH requests.',
  listed: [],
  traits: [organizational, { customFields: false, relationships: false, computedFields: false }],
  fields: {
    content_type: f.contentType({ having: 'customLinks' }).with({ byLabel: 'inForms' }),
    name: f.text(100).unique(),
    text: f.text(500).describe('In the syntax of Jinja2; the object is `obj`.'),
    target_url: f.text(500).label('URL').describe('In the syntax of Jinja2; the object is `obj`.'),
    weight: f.int({ min: 0, max: 32767 }).default(100),
    group_name: f.text(50).default(''),
    button_class: f.plainChoice(buttonClasses).default('default'),
    new_window: f.bool(),
  },
  order: ['group_name', 'weight', 'name'],
  filterable: ['name', 'text', 'target_url', 'weight', 'group_name'],
  filters: {
    q: by.search({
      name: 'icontains',
      target_url: 'icontains',
      text: 'icontains',
      'content_type.app_label': 'icontains',
      'content_type.model': 'icontains',
      id: 'iexact',
    }),
    content_type: by.label('content_type', { single: true }),
    button_class: by.choice('button_class', buttonClasses, { anyText: true }),
    new_window: by.boolean('new_window'),
    created: undefined,
    last_updated: undefined,
  },
});
