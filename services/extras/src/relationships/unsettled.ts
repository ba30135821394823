import { sql } from '@plumbline/store';

/**
 * Associations with those that writes of other services have removed: `unsettled` is what has been added or removed for a write
 * that may yet come to nothing (docs/adr/0019-relationships-are-written-by-two.md).
 */
export const withUnsettled = sql.fragment`(
  SELECT id, relationship, source_type, source_id, destination_type, destination_id,
    id IN (SELECT jsonb_array_elements_text(undo->'added')::uuid FROM shared_write_undo) AS unsettled
  FROM relationshipassociation
  UNION ALL
  SELECT removed.*, true FROM shared_write_undo, jsonb_to_recordset(undo->'removed')
    AS removed(id uuid, relationship uuid, source_type text, source_id uuid, destination_type text, destination_id uuid)
) AS link`;
