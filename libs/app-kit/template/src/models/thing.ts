import { primary } from '@plumbline/extensions';
import { by, defineModel, f } from '@plumbline/model';

/** What this app is about. */
export const Thing = defineModel('__NAME__.thing', {
  root: 'plugins/__NAME__',
  endpoint: 'things',
  menu: [{ under: ['Plugins', '__NAME__'], at: 2000 }],
  traits: [primary],
  title: '__NAME__ thing',
  description: 'What this app is about.',
  listed: ['name', 'description'],
  fields: {
    name: f.text(100).unique(),
    description: f.text(200).default(''),
  },
  filterable: ['name', 'description'],
  filters: { q: by.search({ id: 'iexact', name: 'icontains', description: 'icontains' }) },
});
