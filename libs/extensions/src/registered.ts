import { createExtensions, type Registered } from '@plumbline/engine';
import { computedFields } from './computedFields/extension';
import { customFields } from './customFields/extension';
import { notes } from './notes/notes';
import { grants } from './permissions';
import { relationships } from './relationships/extension';
import { tags } from './tags/extension';

/** What the program hands to every service; objects have the keys of extensions in this order. */
export const registered: Registered = {
  extensions: createExtensions([tags, notes, customFields, computedFields, relationships]),
  grants,
};
