import type { Label } from '@plumbline/model';
import { customFieldContentTypes } from './customFieldContentTypes';
import { sortedLabels } from './sortedLabels';

/** Objects that people may relate to one another. */
export const relationshipContentTypes: Label[] = sortedLabels(
  ...customFieldContentTypes.filter((label) => label !== 'extras.jobresult'),
  'extras.exporttemplate',
);
