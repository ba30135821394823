import type { UnitOfWork } from '@plumbline/engine';
import { type Profile, problems } from '@plumbline/http';
import { sql } from '@plumbline/store';

/** The account of a user, as they see it themselves. */
export async function profileOf({ sql: database }: UnitOfWork, userId: string): Promise<Profile> {
  const profile = await database.first<Profile>(sql.unsafe`
    SELECT u.id, u.username, u.first_name, u.last_name, u.email, u.is_superuser, u.is_staff, u.date_joined, u.last_login,
      ARRAY(SELECT g.name FROM "group" g WHERE g.id = ANY(u.groups) ORDER BY g.name) AS groups
    FROM "user" u WHERE u.id = ${userId}`);
  if (!profile) throw problems.notFound();
  return profile;
}
