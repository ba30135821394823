import { type Queryable, sql } from '@plumbline/store';

/** The namespace that is meant when none is named. */
export const globalNamespace = 'Global';

/** Makes it where it is not there; waits for whoever is making it. */
export async function makeGlobalNamespace(queryable: Queryable): Promise<void> {
  await queryable.run(sql.unsafe`
    INSERT INTO namespace (id, name, description, created, last_updated, tags, custom_fields)
    VALUES (gen_random_uuid(), ${globalNamespace}, 'What belongs to no other namespace.', now(), now(), '{}', '{}')
    ON CONFLICT (name) DO NOTHING`);
}
