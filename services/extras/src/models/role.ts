import { by, defineModel, f, organizational } from '@plumbline/model';

/** What an object is there for, such as Core or Loopback, for the kinds of objects it names. */
export const Role = defineModel('extras.role', {
  endpoint: 'roles',
  menu: [{ under: ['Platform', 'Reference Data'], at: 680 }],
  home: { section: 'Platform', at: 8 },
  title: 'role',
  description: 'What objects are there for, such as Core or Loopback, each for the kinds of objects it names.',
  traits: [organizational, { webhooks: true, customLinks: true, exportTemplates: true }],
  fields: {
    content_types: f.contentTypes({ referringTo: 'extras.role' }).label('Content type(s)'),
    name: f.text(100).unique(),
    color: f.color().default('9e9e9e'),
    description: f.text(200).default(''),
    weight: f
      .int({ min: 0, max: 32767 })
      .optional()
      .describe('Roles are listed by weight; those without one come last.'),
  },
  order: ['weight', 'name'],
  filterable: ['name', 'color', 'weight'],
  filters: {
    q: by.search({ name: 'icontains', 'content_types.model': 'icontains', id: 'iexact' }),
    content_types: by.labels('content_types', { referringTo: 'extras.role' }, { conjoined: false }),
  },
});
