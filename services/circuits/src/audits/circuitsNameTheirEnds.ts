import { type Audit, auditBatch, inTransaction, moment } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import { nameEnds } from '../effects/pointFromCircuits';
import { endA, endZ } from '../sql/endsOfCircuits';

/** Looks for circuits that name other terminations than those they have. */
export const circuitsNameTheirEnds: Audit = {
  title: 'the ends that circuits name',
  run: async (work, auditor) => {
    for (let last: string | null = null; ; ) {
      const rows: { id: string; right: boolean }[] = await work.sql.rows(sql.unsafe`
        SELECT line.id, (line.circuit_termination_a, line.circuit_termination_z) IS NOT DISTINCT FROM (${endA}, ${endZ}) AS right
        FROM circuit line WHERE ${last === null ? sql.fragment`TRUE` : sql.fragment`line.id > ${last}::uuid`}
        ORDER BY line.id LIMIT ${auditBatch}`);
      const wrong = rows.filter(({ right }) => !right).map(({ id }) => id);
      if (wrong.length > 0 && auditor.repair)
        await inTransaction(work, (inner) => nameEnds(inner.sql, wrong, moment()));
      for (const id of wrong)
        auditor.found(`circuits.circuit ${id}: it does not name the terminations it has.`, auditor.repair);
      auditor.looked(rows.length);
      if (rows.length < auditBatch) return;
      last = rows.at(-1)!.id;
    }
  },
};
