import type { Extension } from '@plumbline/engine';
import { isTagged, tagAudit } from './audit';

/** Tags that objects carry: a relation like any, which the trait brings (`tagged`); that it stays right is looked after. */
export const tags: Extension = {
  name: 'tags',
  concerns: isTagged,
  audits: (models) => models.map(tagAudit),
};
