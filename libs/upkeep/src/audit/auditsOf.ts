import { type Audit, type Extensions, referenceFlags, type ServiceDefinition } from '@plumbline/engine';
import type { Model } from '@plumbline/model';
import { deletionAudit } from './deletions';
import { consumptionAudit, outboxAudit } from './outbox';
import { referenceFlagAudit } from './referenceFlags';
import { referenceAudit } from './references';
import { rowCountAudit } from './rowCounts';
import { treeAudit } from './trees';

/** Everything there is to look through in a service; what mends the ground that others stand on comes first. */
export function auditsOf({ models, follow, audits = [] }: ServiceDefinition, extensions: Extensions): Audit[] {
  return [
    deletionAudit,
    ...models.filter(hasRelations).map(referenceAudit),
    ...extensions.all.flatMap(({ concerns, audits: auditsFor }) => {
      const concerned = models.filter(concerns);
      return concerned.length > 0 ? (auditsFor?.(concerned) ?? []) : [];
    }),
    ...models.filter((model) => model.tree).map(treeAudit),
    ...models.filter((model) => referenceFlags(model).length > 0).map(referenceFlagAudit),
    ...audits,
    rowCountAudit(models),
    outboxAudit,
    ...(follow ? [consumptionAudit] : []),
  ];
}

const hasRelations = (model: Model): boolean =>
  Object.values(model.fields).some((field) => field.stored && (field.options.to !== undefined || field.isGenericKey));
