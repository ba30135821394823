import type { Label } from '@plumbline/model';
import { mainContentTypes } from './contentTypeGroups';
import { sortedLabels } from './sortedLabels';

/** Objects that people may have written out after templates of their own. */
export const exportTemplateContentTypes: Label[] = sortedLabels(
  ...mainContentTypes,
  'dcim.consoleport',
  'dcim.interface',
  'dcim.inventoryitem',
  'dcim.locationtype',
  'dcim.manufacturer',
  'dcim.powerport',
  'dcim.rackgroup',
  'extras.dynamicgroup',
  'extras.role',
  'extras.status',
);
