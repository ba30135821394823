import {
  byRequest,
  type ChangeRecord,
  groupedBy,
  removeLeftBehind,
  type UnitOfWork,
  waitForReferrers,
} from '@plumbline/engine';
import { readUuid } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { Note } from '../models';

/**
 * Removes the notes of deleted objects, in the name of whoever deleted the object and as part of the same request.
 * Those who found the object still there and are about to write a note on it are waited for.
 */
export async function removeNotes(work: UnitOfWork, deletions: ChangeRecord[]): Promise<void> {
  if (deletions.length === 0) return;
  await waitForWriters(work, deletions);
  // Notes are on objects whose key is a uuid.
  const gone = deletions.filter(({ object_id }) => readUuid(object_id));
  const labels = sql.array(
    gone.map(({ label }) => label),
    'text',
  );
  const ids = sql.array(
    gone.map(({ object_id }) => object_id),
    'uuid',
  );
  const notes = await work.sql.rows<{ id: string; label: string; object_id: string }>(sql.unsafe`
    SELECT note.id, gone.label, gone.object_id FROM note
    JOIN unnest(${labels}, ${ids}) AS gone(label, object_id)
      ON note.assigned_object_type = gone.label AND note.assigned_object_id = gone.object_id ORDER BY note.created`);
  const byObject = groupedBy(notes, objectOf);
  for (const [own, made] of byRequest(work, deletions))
    for (const deletion of made) {
      const left = byObject.get(objectOf(deletion)) ?? [];
      const ids = left.map((note) => note.id);
      if (ids.length > 0) await removeLeftBehind(own, deletion, Note, ids);
    }
}

const objectOf = ({ label, object_id }: Pick<ChangeRecord, 'label' | 'object_id'>): string => `${label} ${object_id}`;

const waitForWriters = (work: UnitOfWork, deletions: ChangeRecord[]): Promise<void> =>
  waitForReferrers(
    work,
    groupedBy(
      deletions,
      ({ label }) => label,
      ({ object_id }) => object_id,
    ),
  );
