import { contentTypeRows } from '@plumbline/contracts';
import { once, type Work } from '@plumbline/engine';
import { type Sql, sql } from '@plumbline/store';
import { defaultRoles } from './defaultRoles';
import type { DefaultRow } from './defaultRow';
import { defaultStatuses } from './defaultStatuses';

/** Gives a fresh database the statuses and roles everybody expects; who deletes one does not get it back. */
export async function seedDefaults(work: Work): Promise<void> {
  await fillContentTypes(work);
  await once(work, 'statuses', () => insert(work, sql.fragment`status`, defaultStatuses));
  await once(work, 'roles', () => insert(work, sql.fragment`role`, defaultRoles));
}

/** The list of content types belongs to the contract, so it is brought up to date at every start. */
async function fillContentTypes(work: Work): Promise<void> {
  const rows = contentTypeRows.map(({ id, label }) => {
    const [app_label, model] = label.split('.');
    return { id, app_label, model };
  });
  await work.sql.run(sql.unsafe`
    INSERT INTO contenttype SELECT listed.* FROM jsonb_populate_recordset(NULL::contenttype, ${JSON.stringify(rows)}::jsonb) listed
    ON CONFLICT (id) DO UPDATE SET app_label = excluded.app_label, model = excluded.model
    WHERE (contenttype.app_label, contenttype.model) IS DISTINCT FROM (excluded.app_label, excluded.model)`);
}

async function insert(work: Work, table: Sql, rows: DefaultRow[]): Promise<void> {
  await work.sql.run(sql.unsafe`
    INSERT INTO ${table} (id, name, color, description, content_types, created, last_updated, custom_fields)
    SELECT gen_random_uuid(), item.name, item.color, item.description, item."contentTypes", now(), now(), '{}'
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS item(name text, color text, description text, "contentTypes" text[])
    ON CONFLICT (name) DO NOTHING`);
}
