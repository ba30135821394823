import { by, defineModel, f, organizational } from '@plumbline/model';
import { removedContentTypesAreUnused } from '../tags/rules';

/** A word that can be put on objects of the kinds it names. */
export const Tag = defineModel('extras.tag', {
  endpoint: 'tags',
  menu: [{ under: ['Platform', 'Reference Data'], at: 660 }],
  home: { section: 'Platform', at: 6 },
  title: 'tag',
  description: 'Words that can be put on objects of the kinds each of them names.',
  traits: [organizational],
  fields: {
    tagged_items: f.count('*.*', 'tags'),
    content_types: f.contentTypes({ referringTo: 'extras.tag' }).with({ byLabel: 'everywhere' }),
    name: f.text(100).unique(),
    color: f.color().default('9e9e9e'),
    description: f.text(200).default(''),
  },
  filterable: ['name', 'color'],
  filters: {
    q: by.search({ name: 'icontains', 'content_types.model': 'icontains', id: 'iexact' }),
    content_types: by.labels('content_types', { referringTo: 'extras.tag' }),
  },
  guarded: ['content_types'],
  validate: [removedContentTypesAreUnused],
});
