import type { Label } from '@plumbline/model';
import { componentContentTypes, mainContentTypes } from './contentTypeGroups';
import { sortedLabels } from './sortedLabels';

/** Objects that can carry tags. */
export const tagContentTypes: Label[] = sortedLabels(
  ...mainContentTypes,
  ...componentContentTypes,
  'extras.externalintegration',
  'extras.gitrepository',
  'extras.job',
  'extras.secret',
);
