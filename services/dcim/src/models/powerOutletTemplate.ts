import { by, defineModel, f, firstProblem } from '@plumbline/model';
import { feedLegs, powerOutletTypes } from '../choices/powerOutletTypes';
import { names } from '../components/component';
import { portIsOfSameType } from '../rules/templates';
import { ofType, template, templateFilters } from '../templates/template';

/** The power outlets that new devices of a type get. */
export const PowerOutletTemplate = defineModel('dcim.poweroutlettemplate', {
  ...template,
  endpoint: 'power-outlet-templates',
  title: 'power outlet template',
  description: 'The power outlets that new devices of a type get.',
  fields: {
    type: f.choice(powerOutletTypes).with({ schemaName: 'PowerOutletTypeChoices' }).default('').label('Type'),
    feed_leg: f.choice(feedLegs).default('').describe('The phase, of three.'),
    ...names(),
    device_type: ofType('power_outlet_templates'),
    power_port_template: f
      .ref('dcim.powerporttemplate', { reverse: 'power_outlet_templates', onDelete: 'setNull' })
      .optional()
      .inForm({ modelUrl: null }),
  },
  filters: {
    ...templateFilters(),
    type: by.choice('type', powerOutletTypes, { anyText: true }),
    feed_leg: by.choice('feed_leg', feedLegs, { anyText: true }),
    power_port_template: by.relation('power_port_template'),
  },
  needs: { power_port_template: ['device_type', 'name'] },
  validate: [firstProblem(portIsOfSameType)],
});
