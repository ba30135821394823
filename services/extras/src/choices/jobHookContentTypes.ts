import type { Label } from '@plumbline/model';
import {
  componentContentTypes,
  componentTemplateContentTypes,
  mainContentTypes,
  organizationalContentTypes,
} from './contentTypeGroups';
import { sortedLabels } from './sortedLabels';

/** Objects whose changes are logged, and so can set off a job. */
export const jobHookContentTypes: Label[] = sortedLabels(
  ...mainContentTypes,
  ...componentContentTypes,
  ...componentTemplateContentTypes,
  ...organizationalContentTypes,
  'dcim.interfaceredundancygroupassociation',
  'extras.computedfield',
  'extras.configcontext',
  'extras.configcontextschema',
  'extras.customfield',
  'extras.customfieldchoice',
  'extras.customlink',
  'extras.dynamicgroup',
  'extras.exporttemplate',
  'extras.externalintegration',
  'extras.gitrepository',
  'extras.graphqlquery',
  'extras.job',
  'extras.jobbutton',
  'extras.jobhook',
  'extras.note',
  'extras.relationship',
  'extras.role',
  'extras.secret',
  'extras.secretsgroup',
  'extras.status',
  'extras.tag',
  'extras.webhook',
  'users.objectpermission',
);
