import { by, defineModel, f } from '@plumbline/model';
import { consolePortTypes } from '../choices/consolePortTypes';
import { names } from '../components/component';
import { ofType, template, templateFilters } from '../templates/template';

/** The console server ports that new devices of a type get. */
export const ConsoleServerPortTemplate = defineModel('dcim.consoleserverporttemplate', {
  ...template,
  endpoint: 'console-server-port-templates',
  title: 'console server port template',
  description: 'The console server ports that new devices of a type get.',
  fields: {
    type: f.choice(consolePortTypes).with({ schemaName: 'ConsolePortTypeChoices' }).default('').label('Type'),
    ...names(),
    device_type: ofType('console_server_port_templates'),
  },
  filters: {
    ...templateFilters(),
    type: by.choice('type', consolePortTypes, { anyText: true }),
  },
});
