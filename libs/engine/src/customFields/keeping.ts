import type { Known } from '../known/known';
import { readKnownFields } from './known';
import { provision } from './provision';
import { customFieldModels, takeInCustomFields } from './takeIn';

/** The custom fields of this service's models; values of large tables are seen through in the background. */
export const knownCustomFields: Known = {
  name: 'customfield',
  models: customFieldModels,
  concerns: ({ models }) => [...models.values()].some(({ abilities }) => abilities.customFields),
  takeIn: takeInCustomFields,
  read: readKnownFields,
  tend: provision,
};
