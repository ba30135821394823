import { primary } from '@plumbline/extensions';
import { by, defineModel, f, firstProblem } from '@plumbline/model';
import { parametersFit, providerIsKnown } from '../secrets/rules';

/** Where a password, a key or the like is kept; its value stays there. */
export const Secret = defineModel('extras.secret', {
  endpoint: 'secrets',
  menu: [{ under: ['Security', 'Secrets'], at: 520 }],
  home: { section: 'Security', at: 1 },
  traits: [primary, { exportTemplates: false }],
  title: 'secret',
  description: 'Where passwords, keys and the like are kept; their values stay there.',
  introduction: 'Manage Secrets through DELETE, GET, POST, PUT, and PATCH requests.',
  listed: [],
  fields: {
    name: f.text(100).unique(),
    description: f.text(200).default(''),
    provider: f.text(100),
    parameters: f.json().default(() => ({})),
  },
  filterable: ['name', 'provider'],
  filters: { q: by.search({ name: 'icontains', id: 'iexact' }) },
  validate: [firstProblem(providerIsKnown), firstProblem(parametersFit)],
});
