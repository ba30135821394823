import { naturalizeInterface } from '@plumbline/domain';
import { by, defineModel, f } from '@plumbline/model';
import { interfaceTypes } from '../choices/interfaceTypes';
import { names } from '../components/component';
import { ofType, template, templateFilters } from '../templates/template';

/** The interfaces that new devices of a type get. */
export const InterfaceTemplate = defineModel('dcim.interfacetemplate', {
  ...template,
  endpoint: 'interface-templates',
  title: 'interface template',
  description: 'The interfaces that new devices of a type get.',
  fields: {
    type: f.choice(interfaceTypes).with({ schemaName: 'InterfaceTypeChoices' }).label('Type'),
    ...names((name) => naturalizeInterface(name)),
    mgmt_only: f.bool().default(false).label('Management only'),
    device_type: ofType('interface_templates'),
  },
  filterable: [...template.filterable, 'mgmt_only'],
  filters: {
    ...templateFilters(),
    type: by.choice('type', interfaceTypes, { anyText: true }),
  },
});
