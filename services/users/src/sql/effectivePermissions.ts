import { sql } from '@plumbline/store';

/** The enabled permissions `p` that the user `u` has, by name or by a group. */
export const effectivePermissions = sql.fragment`
  FROM objectpermission p WHERE p.enabled AND (p.users @> ARRAY[u.id] OR p.groups && u.groups)`;

/** A short text that differs whenever what the user `u` may do differs. */
export const permissionStamp = sql.fragment`(
  SELECT left(encode(sha256(convert_to(coalesce(
    string_agg(jsonb_build_array(p.object_types, p.actions, p.constraints)::text, ',' ORDER BY p.id), ''), 'UTF8')), 'hex'), 16)
  ${effectivePermissions})`;
