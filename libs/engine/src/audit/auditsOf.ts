import type { Model } from '@plumbline/model';
import { notesOn } from '../read/notes';
import type { ServiceDefinition } from '../service';
import type { Audit } from './audit';
import { deletionAudit } from './deletions';
import { noteAudit } from './notes';
import { consumptionAudit, outboxAudit } from './outbox';
import { referenceAudit } from './references';
import { tallyAudit } from './tallies';
import { treeAudit } from './trees';

/** Everything there is to look through in a service; what mends the ground that others stand on comes first. */
export function auditsOf({ models, follow, audits = [] }: ServiceDefinition): Audit[] {
  return [
    deletionAudit,
    ...models.filter(hasRelations).map(referenceAudit),
    ...models.filter((model) => model.tree).map(treeAudit),
    ...models.filter((model) => notesOn(model).length > 0).map(noteAudit),
    ...audits,
    tallyAudit(models),
    outboxAudit,
    ...(follow ? [consumptionAudit] : []),
  ];
}

const hasRelations = (model: Model): boolean =>
  Object.values(model.fields).some((field) => field.stored && (field.options.to !== undefined || field.isGenericKey));
