import type { Label } from '@plumbline/model';
import { customFieldContentTypes } from './customFieldContentTypes';

/** Objects that people may relate to one another. */
export const relationshipContentTypes: Label[] = [
  ...customFieldContentTypes.filter((label) => label !== 'extras.jobresult'),
  'extras.exporttemplate' as const,
].sort();
