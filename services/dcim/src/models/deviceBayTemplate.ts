import { defineModel, firstProblem } from '@plumbline/model';
import { names } from '../components/component';
import { typeHasBays } from '../rules/templates';
import { ofType, template, templateFilters } from '../templates/template';

/** The bays that new devices of a type get. */
export const DeviceBayTemplate = defineModel('dcim.devicebaytemplate', {
  ...template,
  endpoint: 'device-bay-templates',
  title: 'device bay template',
  description: 'The bays that new devices of a type get.',
  fields: {
    ...names(),
    device_type: ofType('device_bay_templates'),
  },
  filters: {
    ...templateFilters(),
  },
  needs: { device_type: ['model', 'subdevice_role'] },
  neededWith: { device_type: [] },
  validate: [firstProblem(typeHasBays)],
});
