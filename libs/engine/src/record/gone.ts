import { type Sql, sql } from '@plumbline/store';
import { ask } from '../core/ask';
import { foreignManifest, type UnitOfWork } from '../core/engine';
import type { GoneRequest } from '../core/messages';
import { writePending } from '../core/pendingRecords';

/** Of the objects of any model that are not there, those that have been deleted: the others never were. */
export async function goneAmong(work: UnitOfWork, request: GoneRequest): Promise<string[]> {
  if (request.ids.length === 0) return [];
  const foreign = foreignManifest(work.engine, request.label);
  return foreign ? ask<string[]>(work, foreign.app, 'service', 'gone', request) : goneHere(work, request);
}

/** Answers `gone`: the outbox holds a record of each deletion, written with it. */
export async function goneHere(work: UnitOfWork, { label, ids }: GoneRequest): Promise<string[]> {
  await writePending(work);
  const rows = await work.sql.rows<{ id: string }>(sql.unsafe`
    SELECT DISTINCT ${objectId} AS id FROM outbox
    WHERE (record ->> 'action') = 'delete' AND ${objectId} = ANY(${sql.array(ids, 'text')}) AND label = ${label}`);
  return rows.map(({ id }) => id);
}

const objectId: Sql = sql.fragment`(record ->> 'object_id')`;
