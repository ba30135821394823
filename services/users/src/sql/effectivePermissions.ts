import { sql } from '@plumbline/store';

/** The enabled permissions `p` that the user `u` has, by name or by a group. */
export const effectivePermissions = sql.fragment`
  FROM objectpermission p WHERE p.enabled AND (p.users @> ARRAY[u.id] OR p.groups && u.groups)`;

/**
 * A short text that differs whenever what the user `u` may do differs, and never comes again: what was kept under it between
 * two changes, the second of which took back the first, is found by nobody.
 */
export const permissionStamp = sql.fragment`(
  SELECT left(encode(sha256(convert_to(concat_ws(',', u.xmin, (SELECT sum(changes) FROM row_tally WHERE table_name = 'objectpermission'),
    string_agg(jsonb_build_array(p.object_types, p.actions, p.constraints)::text, ',' ORDER BY p.id)), 'UTF8')), 'hex'), 16)
  ${effectivePermissions})`;
