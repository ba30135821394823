import { by, defineModel, f, firstProblem } from '@plumbline/model';
import { portTypes } from '../choices/portTypes';
import { names } from '../components/component';
import { positionIsThere, rearPortIsOfSameType } from '../rules/templates';
import { ofType, template, templateFilters } from '../templates/template';

/** The front ports that new devices of a type get, each leading to a position of a rear port. */
export const FrontPortTemplate = defineModel('dcim.frontporttemplate', {
  ...template,
  endpoint: 'front-port-templates',
  title: 'front port template',
  description: 'The front ports that new devices of a type get, each leading to a position of a rear port.',
  fields: {
    type: f.choice(portTypes).with({ schemaName: 'PortTypeChoices' }).label('Type'),
    ...names(),
    rear_port_position: f.int({ min: 1, max: 1024 }).defaultAlsoOnReplace(1),
    device_type: ofType('front_port_templates'),
    rear_port_template: f
      .ref('dcim.rearporttemplate', { reverse: 'front_port_templates', onDelete: 'cascade' })
      .with({ indexed: false })
      .inForm({ modelUrl: null }),
  },
  filterable: [...template.filterable, 'rear_port_position'],
  filters: {
    ...templateFilters(),
    type: by.choice('type', portTypes, { anyText: true }),
    rear_port_template: by.relationId('rear_port_template'),
  },
  unique: [...template.unique, ['rear_port_template', 'rear_port_position']],
  needs: { rear_port_template: ['device_type', 'name', 'positions'] },
  validate: [firstProblem(rearPortIsOfSameType, positionIsThere)],
});
