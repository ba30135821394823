import type { Label } from '@plumbline/model';
import { componentContentTypes, mainContentTypes } from './contentTypeGroups';
import { sortedLabels } from './sortedLabels';

/** Objects whose changes other systems are told of, or let jobs begin. */
export const webhookContentTypes: Label[] = sortedLabels(
  ...mainContentTypes,
  ...componentContentTypes,
  'dcim.locationtype',
  'dcim.manufacturer',
  'extras.customfield',
  'extras.customfieldchoice',
  'extras.dynamicgroup',
  'extras.gitrepository',
  'extras.job',
  'extras.note',
  'extras.role',
  'extras.secret',
  'extras.secretsgroup',
  'extras.status',
);
