import { sql } from '@plumbline/store';
import { foreignManifest, ownModel, type UnitOfWork } from '../core/engine';
import { ask } from '../core/messages/ask';
import type { GoneRequest } from '../core/messages/messages';
import { writePending } from '../core/tables/pendingRecords';

/** Of the objects of any model that are not there, those that have been deleted: the others never were. */
export async function goneAmong(work: UnitOfWork, request: GoneRequest): Promise<string[]> {
  if (request.ids.length === 0) return [];
  if (ownModel(work.engine, request.label)) return goneHere(work, request);
  const foreign = foreignManifest(work.engine, request.label);
  return foreign ? ask<string[]>(work, foreign.app, 'service', 'gone', request) : [];
}

/** Answers `gone`: the outbox holds a record of each deletion, written with it. */
export async function goneHere(work: UnitOfWork, { label, ids }: GoneRequest): Promise<string[]> {
  await writePending(work);
  const wanted = sql.array(ids, 'text');
  const rows = await work.sql.rows<{ id: string }>(sql.unsafe`
    SELECT object_id AS id FROM outbox WHERE action = 'delete' AND object_id = ANY(${wanted}) AND label = ${label}
    UNION
    SELECT record->>'object_id' FROM outbox
    WHERE action IS NULL AND record->>'action' = 'delete' AND record->>'object_id' = ANY(${wanted}) AND label = ${label}`);
  return rows.map(({ id }) => id);
}
