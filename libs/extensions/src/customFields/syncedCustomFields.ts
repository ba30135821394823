import type { SyncedDefinitions } from '@plumbline/engine';
import { areOutdated, readDefinitions } from './definitions';
import { customFieldModels, syncCustomFields } from './syncCustomFields';

/** The custom fields of this service's models; values of large tables are written by a chore (`unwrittenValues`). */
export const syncedCustomFields: SyncedDefinitions = {
  name: 'customfield',
  models: customFieldModels,
  concerns: ({ models }) => [...models.values()].some(({ abilities }) => abilities.customFields),
  sync: syncCustomFields,
  read: readDefinitions,
  isOutdated: areOutdated,
};
