import { pathEndpoints } from '@plumbline/domain';
import { type Audit, type Auditor, auditBatch, changeContext, inTransaction, type UnitOfWork } from '@plumbline/engine';
import { type Criteria, type Label, type Row, where } from '@plumbline/model';
import { type Queryable, type Sql, sql } from '@plumbline/store';
import { lockPassThrough } from '../cabling/locks';
import { factsOf } from '../cabling/paths/facts';
import { retrace } from '../cabling/paths/store';
import { traceAll } from '../cabling/paths/traceAll';
import { keyOf, type Termination, type TracedPath } from '../cabling/paths/walk';
import { isEndpoint, labelArray, ownTerminations, tableOf, uuidArray } from '../cabling/terminations';
import { columnList, columnsOf, terminationColumns, updateTerminations } from '../cabling/updateTerminations';

const circuitEnds: Label = 'circuits.circuittermination';

/** Looks for paths that are not where the cables lead, and for terminations that say something else of their cables. */
export const cabling: Audit = {
  title: 'paths along cables, and what terminations say of them',
  run: async (work, auditor) => {
    await auditPaths(work, auditor);
    for (const label of ownTerminations) await auditColumns(work, label, auditor);
    await auditCircuitEnds(work, auditor);
  },
};

/** Follows the cables from every endpoint that has one or has a path, a number of them at a time. */
async function auditPaths(work: UnitOfWork, auditor: Auditor): Promise<void> {
  for (let last = ''; ; ) {
    const origins = await originsAfter(work.sql, last);
    const wrong = await findWrongOrigins(work, origins);
    if (wrong.length > 0 && auditor.repair) await repair(work, wrong, true);
    for (const { type, id } of wrong)
      auditor.found(`${type} ${id}: its path is not where its cable leads.`, auditor.repair);
    auditor.looked(origins.length);
    if (origins.length < auditBatch) return;
    last = origins.at(-1)!.id;
  }
}

const originsAfter = (run: Queryable, last: string): Promise<Termination[]> => {
  const after = last === '' ? sql.fragment`TRUE` : sql.fragment`id > ${last}::uuid`;
  const types = labelArray(pathEndpoints);
  return run.rows<Termination>(sql.unsafe`
    SELECT type, id FROM (
      SELECT termination_a_type AS type, termination_a_id AS id FROM cable
      UNION SELECT termination_b_type, termination_b_id FROM cable
      UNION SELECT origin_type, origin_id FROM cablepath
    ) places WHERE type = ANY(${types}) AND ${after} ORDER BY id, type LIMIT ${auditBatch}`);
};

/** Those of the origins whose stored path is another than tracing gives, also when looked at undisturbed. */
async function findWrongOrigins(work: UnitOfWork, origins: Termination[]): Promise<Termination[]> {
  const suspects = await differing(work, origins);
  if (suspects.length === 0) return [];
  return inTransaction(work, async (inner) => {
    await lockPassThrough(inner.sql);
    return differing(inner, suspects);
  });
}

async function differing(work: UnitOfWork, origins: Termination[]): Promise<Termination[]> {
  const cablePaths = await traceAll(origins, factsOf(changeContext(work)));
  const rows = await work.sql.rows<Row>(
    sql.unsafe`SELECT * FROM cablepath WHERE origin_id = ANY(${uuidArray(origins.map(({ id }) => id))})`,
  );
  const stored = new Map(
    rows.map((row) => [keyOf({ type: row.origin_type as Label, id: row.origin_id as string }), row]),
  );
  return cablePaths.filter((traced) => !agree(traced, stored.get(keyOf(traced.origin)))).map(({ origin }) => origin);
}

function agree({ path, destination, active, split }: TracedPath, stored: Row | undefined): boolean {
  if (!stored) return path.length === 0;
  const traced = [path.map(({ id }) => id), destination?.type ?? null, destination?.id ?? null, active, split];
  const { nodes, destination_type, destination_id, is_active, is_split } = stored;
  return (
    path.length > 0 &&
    JSON.stringify(traced) === JSON.stringify([nodes, destination_type, destination_id, is_active, is_split])
  );
}

async function repair(work: UnitOfWork, terminations: Termination[], anew: boolean): Promise<void> {
  await inTransaction(work, async (inner) => {
    const context = changeContext(inner);
    await lockPassThrough(inner.sql);
    if (anew) await retrace(context, terminations.filter(isEndpoint));
    await updateTerminations(context, terminations);
  });
}

/** Terminations of a kind that say something else than cables and paths do. */
async function auditColumns(work: UnitOfWork, label: Label, auditor: Auditor): Promise<void> {
  const columns = columnsOf(label);
  const rows = await work.sql.rows<{ id: string }>(sql.unsafe`
    SELECT t.id FROM ${tableOf(label)} t JOIN (${terminationColumns(label, concerned(label))}) said ON said.id = t.id
    WHERE (${columnList('t', columns)}) IS DISTINCT FROM (${columnList('said', columns)}) ORDER BY t.id`);
  const terminations = rows.map(({ id }): Termination => ({ type: label, id }));
  if (terminations.length > 0 && auditor.repair) await repair(work, terminations, false);
  report(terminations, auditor);
}

/** Those of a kind that have a cable, or say that they have one. */
const concerned = (label: Label): Sql => sql.fragment`
  SELECT id FROM ${tableOf(label)} WHERE cable IS NOT NULL
  UNION SELECT termination_a_id FROM cable WHERE termination_a_type = ${label}
  UNION SELECT termination_b_id FROM cable WHERE termination_b_type = ${label}`;

const circuitColumns = columnsOf(circuitEnds);

/** The same of ends of circuits, which circuits keeps. */
async function auditCircuitEnds(work: UnitOfWork, auditor: Auditor): Promise<void> {
  const { select } = changeContext(work);
  const ask = (criteria: Criteria) => select(circuitEnds, criteria, circuitColumns);
  const cabled = await work.sql.rows<Row & { id: string }>(sql.unsafe`
    ${terminationColumns(
      circuitEnds,
      sql.fragment`
        SELECT termination_a_id AS id FROM cable WHERE termination_a_type = ${circuitEnds}
        UNION SELECT termination_b_id FROM cable WHERE termination_b_type = ${circuitEnds}`,
    )}`);
  const known = new Map(cabled.map((row) => [row.id, row]));
  const [told, saying] = await Promise.all([
    ask(where('id', 'in', [...known.keys()])),
    ask(where('cable', 'isnull', false)),
  ]);
  const wrong = new Map(
    [...told, ...saying].filter((row) => !same(row, known.get(String(row.id)))).map((row) => [row.id, row]),
  );
  const terminations = [...wrong.keys()].map((id): Termination => ({ type: circuitEnds, id: String(id) }));
  if (terminations.length > 0 && auditor.repair) await repair(work, terminations, false);
  report(terminations, auditor);
}

const same = (row: Row, said: Row | undefined): boolean =>
  circuitColumns.every((column) => (row[column] ?? null) === (said?.[column] ?? null));

function report(terminations: Termination[], auditor: Auditor): void {
  for (const { type, id } of terminations)
    auditor.found(`${type} ${id}: what it says of its cable is not what cables and paths say.`, auditor.repair);
  auditor.looked(terminations.length);
}
