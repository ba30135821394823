import { byRequest, type ChangeRecord, removeLeftBehind, type UnitOfWork, waitForReferrers } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import { Note } from '../models';

/**
 * Removes the notes of deleted objects, in the name of whoever deleted the object and as part of the same request.
 * Those who found the object still there and are about to write a note on it are waited for.
 */
export async function removeNotes(work: UnitOfWork, deletions: ChangeRecord[]): Promise<void> {
  if (deletions.length === 0) return;
  await waitForWriters(work, deletions);
  const targets = JSON.stringify(deletions.map(({ label, object_id }) => ({ label, object_id })));
  const notes = await work.sql.rows<{ id: string; label: string; object_id: string }>(sql.unsafe`
    SELECT note.id, gone.label, gone.object_id FROM note
    JOIN jsonb_to_recordset(${targets}::jsonb) AS gone(label text, object_id text)
      ON note.assigned_object_type = gone.label AND note.assigned_object_id::text = gone.object_id ORDER BY note.created`);
  for (const [own, made] of byRequest(work, deletions))
    for (const deletion of made) {
      const ids = notes
        .filter((note) => note.label === deletion.label && note.object_id === deletion.object_id)
        .map((note) => note.id);
      if (ids.length > 0) await removeLeftBehind(own, deletion, Note, ids);
    }
}

async function waitForWriters(work: UnitOfWork, deletions: ChangeRecord[]): Promise<void> {
  const byLabel = new Map<string, string[]>();
  for (const { label, object_id } of deletions) byLabel.set(label, [...(byLabel.get(label) ?? []), object_id]);
  await waitForReferrers(work, byLabel);
}
