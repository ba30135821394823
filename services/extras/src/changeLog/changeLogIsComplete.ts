import {
  type Audit,
  type ChangeRecord,
  databaseClock,
  inTransaction,
  keptSince,
  readOutboxOf,
  type UnitOfWork,
} from '@plumbline/engine';
import { sql } from '@plumbline/store';
import { logChanges } from './logChanges';

/** Looks for changes that were taken in and are not in the change log. */
export const changeLogIsComplete: Audit = {
  title: 'the change log against the change records of every service',
  run: async (work, auditor) => {
    const since = keptSince(work.engine.settings.changelogRetention, await databaseClock(work));
    // What is out of date may be gone.
    const isKept = ({ time }: ChangeRecord) => !since || new Date(time) >= since;
    const reached = await work.sql.rows<{ app: string; position: number }>(
      sql.unsafe`SELECT app, position FROM consumed ORDER BY app`,
    );
    for (const { app, position } of reached)
      for (let after = 0; after < Number(position); ) {
        const { records } = await readOutboxOf(work, app, { after });
        if (records.length === 0) break;
        const missing = await notLogged(
          work,
          records.filter((record) => record.logged && record.position <= Number(position) && isKept(record)),
        );
        if (auditor.repair) await inTransaction(work, (inner) => logChanges(inner, missing));
        for (const { label, object_id: id, action, request_id: request } of missing)
          auditor.found(
            `${label} ${id}: its ${action} by request ${request} is not in the change log.`,
            auditor.repair,
          );
        auditor.looked(records.length);
        after = records.at(-1)!.position;
      }
  },
};

async function notLogged(work: UnitOfWork, records: ChangeRecord[]): Promise<ChangeRecord[]> {
  const ids = sql.array(
    records.map(({ id }) => id),
    'uuid',
  );
  const rows = await work.sql.rows<{ id: string }>(sql.unsafe`SELECT id FROM objectchange WHERE id = ANY(${ids})`);
  const logged = new Set(rows.map(({ id }) => id));
  return records.filter(({ id }) => !logged.has(id));
}
