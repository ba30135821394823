import { by, defineModel, f } from '@plumbline/model';
import { portTypes } from '../choices/portTypes';
import { names } from '../components/component';
import { ofType, template, templateFilters } from '../templates/template';

/** The rear ports that new devices of a type get. */
export const RearPortTemplate = defineModel('dcim.rearporttemplate', {
  ...template,
  endpoint: 'rear-port-templates',
  title: 'rear port template',
  description: 'The rear ports that new devices of a type get.',
  fields: {
    type: f.choice(portTypes).with({ schemaName: 'PortTypeChoices' }).label('Type'),
    ...names(),
    positions: f.int({ min: 1, max: 1024 }).default(1),
    device_type: ofType('rear_port_templates'),
  },
  filterable: [...template.filterable, 'positions'],
  filters: {
    ...templateFilters(),
    type: by.choice('type', portTypes, { anyText: true }),
    front_port_templates: by.relationId('front_port_templates', { isnull: true }),
    has_front_port_templates: by.has('front_port_templates'),
  },
});
