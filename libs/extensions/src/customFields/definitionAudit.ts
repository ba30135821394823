import { setTimeout as delay } from 'node:timers/promises';
import type { Audit } from '@plumbline/engine';
import { outdatedFields, syncCustomFields } from './syncCustomFields';

/** Milliseconds in which this service should have taken in what is new. */
const patience = [300, 700, 1_500, 3_000];

/** Looks whether what a service has written down of the custom fields of its models is what extras says of them. */
export const definitionAudit: Audit = {
  title: 'what is known of custom fields',
  takesAway: true,
  run: async (work, auditor) => {
    let outdated = await outdatedFields(work);
    for (const pause of patience) {
      if (outdated.length === 0) break;
      await delay(pause);
      outdated = await outdatedFields(work);
    }
    if (auditor.repair && outdated.length > 0) await syncCustomFields(work);
    for (const { label, key } of outdated)
      auditor.found(
        `${label}: what ${work.engine.app} knows of its custom field ${key} is out of date.`,
        auditor.repair,
      );
    auditor.looked(outdated.length);
  },
};
