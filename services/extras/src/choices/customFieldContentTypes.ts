import type { Label } from '@plumbline/model';
import {
  componentContentTypes,
  componentTemplateContentTypes,
  mainContentTypes,
  organizationalContentTypes,
} from './contentTypeGroups';
import { sortedLabels } from './sortedLabels';

/** Objects that people may give fields of their own. */
export const customFieldContentTypes: Label[] = sortedLabels(
  ...mainContentTypes,
  ...componentContentTypes,
  ...componentTemplateContentTypes,
  ...organizationalContentTypes,
  'extras.configcontextschema',
  'extras.dynamicgroup',
  'extras.externalintegration',
  'extras.gitrepository',
  'extras.job',
  'extras.jobhook',
  'extras.jobresult',
  'extras.role',
  'extras.secret',
  'extras.secretsgroup',
  'extras.status',
  'extras.tag',
);
