import type { UnitOfWork } from '@plumbline/engine';
import type { Constraint, Grants } from '@plumbline/http';
import { sql } from '@plumbline/store';
import { effectivePermissions } from '../sql/effectivePermissions';

interface PermissionRow {
  object_types: string[];
  actions: string[];
  constraints: unknown;
}

/** Holds for every object. */
const always: Constraint = {};
/** Holds for no object: what a constraint that makes no sense comes to. */
const never: Constraint = { id__in: [] };

/** Everything a user may do, by content type and action (docs/contract/requests.md). */
export async function grantsOf({ sql: database }: UnitOfWork, userId: string): Promise<Grants> {
  const permissions = await database.rows<PermissionRow>(sql.unsafe`
    SELECT p.object_types, p.actions, p.constraints FROM "user" u, LATERAL (SELECT p.* ${effectivePermissions}) p
    WHERE u.id = ${userId} AND u.is_active`);
  const grants: Grants = {};
  for (const { object_types, actions, constraints } of permissions)
    for (const label of object_types) {
      // Actions are free text: none of them is what every object inherits.
      const granted = grants[label] ?? Object.create(null);
      for (const action of actions) granted[action] = [...(granted[action] ?? []), ...readConstraints(constraints)];
      grants[label] = granted;
    }
  return grants;
}

/** None, or an empty list, is no constraint at all; of a list any one has to hold. */
export function readConstraints(constraints: unknown): Constraint[] {
  if (constraints === null || (Array.isArray(constraints) && constraints.length === 0)) return [always];
  return (Array.isArray(constraints) ? constraints : [constraints]).map((constraint) =>
    typeof constraint === 'object' && constraint !== null && !Array.isArray(constraint) ? constraint : never,
  );
}
