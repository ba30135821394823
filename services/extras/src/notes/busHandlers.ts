import {
  asViewed,
  asViewer,
  type BusHandler,
  createObjects,
  csvPaths,
  demandAsker,
  gatewayStatement,
  jsonObject,
  load,
  show,
  type UnitOfWork,
  viewable,
  writeCsv,
  writersStatement,
  writing,
} from '@plumbline/engine';
import { allOf, type Criteria, where } from '@plumbline/model';
import { z } from 'zod/v4';
import { Note } from '../models';

const target = {
  label: z.string(),
  id: z.string(),
  /** `scheme://host` for absolute URLs. */
  base: z.string(),
};
export const listRequest = z.object({ ...target, limit: z.number().int().nullable(), offset: z.number().int() });
export const tableRequest = z.object(target);
export const createRequest = z.object({
  ...target,
  body: jsonObject,
  idempotency: z
    .strictObject({ key: z.string(), userId: z.string(), fingerprint: z.string(), isNew: z.boolean() })
    .optional(),
  dryRun: z.boolean().optional(),
});

/** The notes of an object; where what somebody may not view is hidden, those alone that whoever looks may view. */
async function notesOf(work: UnitOfWork, { label, id }: { label: string; id: string }): Promise<Criteria> {
  const about = [where('assigned_object_type', 'exact', label), where('assigned_object_id', 'exact', id)];
  return allOf(...about, await viewable(work, Note));
}

/** The work as it is done for whoever the gateway vouches for; a service asks about notes of its own objects alone. */
function askedBy(work: UnitOfWork, { base, label }: { base: string; label: string }, writes = false): UnitOfWork {
  const { scope } = work;
  demandAsker(work, scope.asker ?? '', [label]);
  const { identity } = writes ? writersStatement(work) : gatewayStatement(work);
  return asViewer({ ...work, scope: { ...scope, base, identity } });
}

/** What the services ask on behalf of the notes below their objects. That the caller may, they have made sure of. */
export const noteHandlers: Record<string, BusHandler> = {
  /** A page of the notes of an object, oldest first, and how many there are. */
  'note.list': async (outer, payload) => {
    const request = listRequest.parse(payload);
    const work = askedBy(outer, request);
    const { rows, count } = await load(work, Note, {
      criteria: await notesOf(work, request),
      offset: request.offset,
      limit: request.limit ?? undefined,
      root: true,
    });
    return { count: await count(), results: await show(work, Note, rows, 0, { root: true }) };
  },
  /** All notes of an object as a table, oldest first. */
  'note.table': async (outer, payload) => {
    const request = tableRequest.parse(payload);
    const work = askedBy(outer, request);
    const paths = csvPaths(work.engine, Note);
    const { rows } = await load(work, Note, { criteria: await notesOf(work, request), root: true, paths });
    return writeCsv(work, Note, rows);
  },
  /** Writes a note on an object. */
  'note.create': async (outer, payload) => {
    const request = createRequest.parse(payload);
    const { note } = request.body;
    const body = {
      ...(note === undefined ? {} : { note }),
      assigned_object_type: request.label,
      assigned_object_id: request.id,
    };
    const { idempotency, dryRun } = request;
    const asked = askedBy(outer, request, true);
    const scope = { ...asked.scope, ...(idempotency ? { idempotency } : {}), ...(dryRun ? { dryRun } : {}) };
    return writing({ ...asked, scope }, async (work) => {
      const rows = await createObjects(work, Note, [body], { errors: 'single' });
      const seeing = asViewer(work);
      const [note] = await show(seeing, Note, await asViewed(seeing, Note, rows), 0, { root: true, written: true });
      return note;
    });
  },
};
