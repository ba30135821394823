import { randomBytes } from 'node:crypto';
import { seedOnce, type UnitOfWork } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import { keepFirstCredential, untoldCredentials } from '../identity/firstCredentials';
import { hashPassword } from '../identity/passwords';
import { keyColumns, newKey } from '../rules/tokens';

/**
 * Makes the first administrator and a token for them, once in the life of a database. Answers what nobody could know
 * otherwise, at each start until it was used once: the password and the key that were made up because the settings name
 * none.
 */
export async function seedSuperuser(work: UnitOfWork): Promise<string[]> {
  const { superuser, secretKey } = work.engine.settings;
  await seedOnce(work, 'superuser', async () => {
    const password = superuser.password ?? randomBytes(15).toString('base64url');
    const apiToken = superuser.apiToken ?? newKey();
    const hash = await hashPassword(password);
    const user = await work.sql.first<{ id: string }>(sql.unsafe`
      INSERT INTO "user" (id, password, is_superuser, username, first_name, last_name, email, is_staff, is_active, date_joined, config_data, groups)
      VALUES (gen_random_uuid(), ${hash}, true, ${superuser.name}, '', '', ${superuser.email ?? ''}, true, true, now(), '{}', '{}') RETURNING id`);
    const { key, key_digest, key_ending } = keyColumns(apiToken, secretKey);
    await work.sql.run(sql.unsafe`
      INSERT INTO token (id, key, key_digest, key_ending, write_enabled, description, created, "user")
      VALUES (gen_random_uuid(), ${key}, ${key_digest}, ${key_ending}, true, '', now(), ${user!.id})`);
    if (superuser.password === undefined) await keepFirstCredential(work, 'password', user!.id, password);
    if (superuser.apiToken === undefined) await keepFirstCredential(work, 'token', user!.id, apiToken);
  });
  return untoldCredentials(work);
}
