import { by, defineModel, f, organizational } from '@plumbline/model';
import { describesAnObject } from '../configContexts/schemaRules';
import { displayOwned, displayOwnedNeeds, ownerFields, ownerKey } from '../fields/owned';

/** What configuration data have to look like. */
export const ConfigContextSchema = defineModel('extras.configcontextschema', {
  endpoint: 'config-context-schemas',
  menu: [{ under: ['Networks', 'Config Contexts'], at: 510 }],
  title: 'config context schema',
  className: 'ConfigContextSchema',
  description: 'JSON schemas that configuration data have to keep to.',
  listed: [],
  traits: [organizational],
  fields: {
    ...ownerFields(),
    name: f.text(200).unique(),
    description: f.text(200).default(''),
    data_schema: f.json(),
    ...ownerKey(),
  },
  display: displayOwned,
  displayNeeds: displayOwnedNeeds,
  filterable: ['name', 'description'],
  filters: {
    q: by.search({ name: 'icontains', description: 'icontains', data_schema: 'icontains', id: 'iexact' }),
    owner_content_type: by.label('owner_content_type', { single: true }),
    created: undefined,
    last_updated: undefined,
  },
  validate: [describesAnObject],
});
