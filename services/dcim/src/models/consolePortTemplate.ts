import { by, defineModel, f } from '@plumbline/model';
import { consolePortTypes } from '../choices/consolePortTypes';
import { names } from '../components/component';
import { ofType, template, templateFilters } from '../templates/template';

/** The console ports that new devices of a type get. */
export const ConsolePortTemplate = defineModel('dcim.consoleporttemplate', {
  ...template,
  endpoint: 'console-port-templates',
  title: 'console port template',
  description: 'The console ports that new devices of a type get.',
  fields: {
    type: f.choice(consolePortTypes).with({ schemaName: 'ConsolePortTypeChoices' }).default('').label('Type'),
    ...names(),
    device_type: ofType('console_port_templates'),
  },
  filters: {
    ...templateFilters(),
    type: by.choice('type', consolePortTypes, { anyText: true }),
  },
});
