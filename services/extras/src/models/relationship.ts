import { by, defineModel, f, firstProblem, inOrder, organizational } from '@plumbline/model';
import { keyIsSafe } from '../customFields/rules';
import { relationshipTypes, requiredSides } from '../relationships/choices';
import { endsStay, evenOut, keyed, sideFiltersAreValid, symmetricIsEven } from '../relationships/rules';

/** What objects of one kind can be to objects of another. */
export const Relationship = defineModel('extras.relationship', {
  endpoint: 'relationships',
  menu: [{ under: ['Platform', 'Data Management'], at: 690 }],
  home: { section: 'Platform', at: 2 },
  title: 'relationship',
  description: 'What objects of one kind can be to objects of another.',
  listed: [],
  traits: [organizational, { customFields: false, relationships: false, computedFields: false }],
  fields: {
    source_type: f.contentType({ having: 'relationships' }),
    destination_type: f.contentType({ having: 'relationships' }),
    label: f.text(100).unique('relationship with this label already exists.'),
    key: f
      .text(100)
      .default(null)
      .blank()
      .unique('relationship with this key already exists.')
      .matching(/^[-a-zA-Z0-9_]+$/, 'Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.')
      .inForm({ type: 'string' }),
    description: f.text(200).default(''),
    type: f.plainChoice(relationshipTypes).default('many-to-many'),
    required_on: f.plainChoice(requiredSides).default(''),
    source_label: f.text(50).default('').label('Source Label'),
    source_hidden: f.bool().default(false).label('Hide for source object'),
    source_filter: f.json().optional(),
    destination_label: f.text(50).default('').label('Destination Label'),
    destination_hidden: f.bool().default(false).label('Hide for destination object'),
    destination_filter: f.json().optional(),
    advanced_ui: f.bool().default(false).label('Move to Advanced tab'),
  },
  order: ['label'],
  naturalKey: ['key'],
  display: ({ label }) => String(label),
  filterable: ['label', 'key'],
  filters: {
    q: by.search({ label: 'icontains', description: 'icontains', id: 'iexact' }),
    type: by.choice('type', relationshipTypes, { anyText: true }),
    source_type: by.labels('source_type', { having: 'relationships' }, { conjoined: false }),
    destination_type: by.labels('destination_type', { having: 'relationships' }, { conjoined: false }),
    created: undefined,
    last_updated: undefined,
  },
  prepare: [keyed, evenOut],
  validate: [inOrder(firstProblem(keyIsSafe), sideFiltersAreValid, firstProblem(symmetricIsEven), endsStay)],
});
