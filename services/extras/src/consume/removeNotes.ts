import { byRequest, type ChangeRecord, removeLeftBehind, type Work } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import { Note } from '../models';

/** Removes the notes of deleted objects, in the name of whoever deleted the object and as part of the same request. */
export async function removeNotes(work: Work, deletions: ChangeRecord[]): Promise<void> {
  if (deletions.length === 0) return;
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
