import type { Work } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import { globalNamespace } from './models/inGlobalNamespace';

/**
 * Makes the namespace that objects belong to when none is named; brought back at every start when somebody deleted it.
 */
export async function seedGlobalNamespace(work: Work): Promise<undefined> {
  await work.sql.run(sql.unsafe`
    INSERT INTO namespace (id, name, description, created, last_updated, tags, custom_fields)
    VALUES (gen_random_uuid(), ${globalNamespace}, 'What belongs to no other namespace.', now(), now(), '{}', '{}')
    ON CONFLICT (name) DO NOTHING`);
  return undefined;
}
