import { type Audit, inTransaction, type UnitOfWork } from '@plumbline/engine';
import type { Model } from '@plumbline/model';
import { sql } from '@plumbline/store';

/** Looks whether the number of rows that is kept for each table is the number of its rows. */
export const rowCountAudit = (models: readonly Model[]): Audit => ({
  title: 'numbers of rows',
  run: async (work, auditor) => {
    for (const model of models) {
      const { counted, kept } = await numbersOf(work, model);
      if (counted !== kept) {
        if (auditor.repair) await countAnew(work, model);
        auditor.found(`${model.label}: ${kept} objects are said to exist, and ${counted} do.`, auditor.repair);
      }
      auditor.looked(counted);
    }
  },
});

/** Both numbers as one moment saw them. */
async function numbersOf(work: UnitOfWork, model: Model): Promise<{ counted: number; kept: number }> {
  const row = await work.sql.first<{ counted: number; kept: number }>(sql.unsafe`
    SELECT (SELECT count(*) FROM ${sql.identifier([model.name])}) AS counted,
      (SELECT coalesce(sum(delta), 0)::int8 FROM row_tally WHERE table_name = ${model.name}) AS kept`);
  return { counted: Number(row?.counted), kept: Number(row?.kept) };
}

/** While nobody writes to the table. */
async function countAnew(work: UnitOfWork, model: Model): Promise<void> {
  const table = sql.identifier([model.name]);
  await inTransaction(work, async ({ sql: run }) => {
    await run.run(sql.unsafe`LOCK TABLE ${table} IN SHARE MODE`);
    await run.run(sql.unsafe`
      WITH wrong AS (DELETE FROM row_tally WHERE table_name = ${model.name} RETURNING changes)
      INSERT INTO row_tally (table_name, delta, changes)
      SELECT ${model.name}::text, count(*), (SELECT coalesce(sum(changes), 0) FROM wrong) + 1 FROM ${table}`);
  });
}
