import type { Label } from '@plumbline/model';
import { mainContentTypes } from './contentTypeGroups';
import { sortedLabels } from './sortedLabels';

/** Objects that people may put links of their own on. */
export const customLinkContentTypes: Label[] = sortedLabels(
  ...mainContentTypes,
  'dcim.locationtype',
  'extras.dynamicgroup',
  'extras.job',
  'extras.jobresult',
  'extras.role',
  'extras.secret',
  'extras.secretsgroup',
  'extras.status',
);
