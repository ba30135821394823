import { by, defineModel, f, firstProblem } from '@plumbline/model';
import { powerPortTypes } from '../choices/powerPortTypes';
import { names } from '../components/component';
import { allocatesNoMoreThanMaximum } from '../rules/components';
import { ofType, template, templateFilters } from '../templates/template';

/** The power ports that new devices of a type get. */
export const PowerPortTemplate = defineModel('dcim.powerporttemplate', {
  ...template,
  endpoint: 'power-port-templates',
  title: 'power port template',
  description: 'The power ports that new devices of a type get.',
  fields: {
    type: f.choice(powerPortTypes).with({ schemaName: 'PowerPortTypeChoices' }).default('').label('Type'),
    ...names(),
    maximum_draw: f.int({ min: 1, max: 32767 }).optional().describe('Watts at most.'),
    allocated_draw: f.int({ min: 1, max: 32767 }).optional().describe('Watts set aside.'),
    device_type: ofType('power_port_templates'),
  },
  filterable: [...template.filterable, 'maximum_draw', 'allocated_draw'],
  filters: {
    ...templateFilters(),
    type: by.choice('type', powerPortTypes, { anyText: true }),
    power_outlet_templates: by.relation('power_outlet_templates', { isnull: true }),
    has_power_outlet_templates: by.has('power_outlet_templates'),
  },
  validate: [firstProblem(allocatesNoMoreThanMaximum)],
});
