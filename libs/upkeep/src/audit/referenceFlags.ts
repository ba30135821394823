import {
  type Audit,
  type Auditor,
  auditBatch,
  type ReferenceFlag,
  referenceFlags,
  select,
  setFlag,
  type UnitOfWork,
} from '@plumbline/engine';
import { type Model, where } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';

/** Looks for objects that other services' objects refer to although it is noted that none does. */
export const referenceFlagAudit = (model: Model): Audit => ({
  title: `notes on ${model.label}`,
  run: async (work, auditor) => {
    for (const each of referenceFlags(model)) await auditNote(work, model, each, auditor);
  },
});

async function auditNote(
  work: UnitOfWork,
  model: Model,
  { column, of, via }: ReferenceFlag,
  auditor: Auditor,
): Promise<void> {
  let after = sql.fragment`TRUE`;
  for (;;) {
    const ids = await without(work, model, column, after);
    const referrers = ids.length === 0 ? [] : await select(work, of, where(via, 'in', ids), { values: [via] });
    const named = new Set(referrers.map((row) => row[via] as string));
    // What came to be referred to since we looked is noted by now.
    const wrong =
      named.size === 0
        ? []
        : await without(work, model, column, sql.fragment`id = ANY(${sql.array([...named], 'uuid')})`);
    if (auditor.repair && wrong.length > 0) await setFlag(work, model, column, wrong);
    for (const id of wrong)
      auditor.found(`${model.label} ${id}: it is noted that no ${of} refers to it, and one does.`, auditor.repair);
    auditor.looked(ids.length);
    if (ids.length < auditBatch) return;
    after = sql.fragment`id > ${ids.at(-1)!}::uuid`;
  }
}

/** Objects on which nothing is noted, a portion in the order of their keys. */
async function without({ sql: run }: UnitOfWork, model: Model, column: string, condition: Sql): Promise<string[]> {
  const rows = await run.rows<{ id: string }>(sql.unsafe`
    SELECT id FROM ${sql.identifier([model.name])} WHERE NOT ${sql.identifier([column])} AND ${condition}
    ORDER BY id LIMIT ${auditBatch}`);
  return rows.map(({ id }) => id);
}
