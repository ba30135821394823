import { seedOnce, type UnitOfWork } from '@plumbline/engine';
import { partsOfLabel } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import { defaultRoles } from './defaultRoles';
import type { DefaultRow } from './defaultRow';
import { defaultStatuses } from './defaultStatuses';

/** Gives a fresh database the statuses and roles everybody expects; who deletes one does not get it back. */
export async function seedDefaults(work: UnitOfWork): Promise<void> {
  await fillContentTypes(work);
  await seedOnce(work, 'statuses', () => insert(work, sql.fragment`status`, defaultStatuses));
  await seedOnce(work, 'roles', () => insert(work, sql.fragment`role`, defaultRoles));
}

/** Content types follow from the contract and the models, so their list is brought up to date at every start. */
async function fillContentTypes(work: UnitOfWork): Promise<void> {
  const { catalog } = work.engine;
  const rows = catalog.contentTypes.map((label) => {
    const { app, model } = partsOfLabel(label);
    return { id: catalog.contentTypeNumber(label), app_label: app, model };
  });
  const listed = sql.fragment`jsonb_populate_recordset(NULL::contenttype, ${JSON.stringify(rows)}::jsonb) listed`;
  // A model that the contract has come to have has another number from then on.
  await work.sql.run(sql.unsafe`
    DELETE FROM contenttype USING ${listed}
    WHERE (contenttype.app_label, contenttype.model) = (listed.app_label, listed.model) AND contenttype.id <> listed.id`);
  await work.sql.run(sql.unsafe`
    INSERT INTO contenttype SELECT listed.* FROM ${listed}
    ON CONFLICT (id) DO UPDATE SET app_label = excluded.app_label, model = excluded.model
    WHERE (contenttype.app_label, contenttype.model) IS DISTINCT FROM (excluded.app_label, excluded.model)`);
}

async function insert(work: UnitOfWork, table: Sql, rows: DefaultRow[]): Promise<void> {
  await work.sql.run(sql.unsafe`
    INSERT INTO ${table} (id, name, color, description, content_types, created, last_updated, custom_fields)
    SELECT gen_random_uuid(), item.name, item.color, item.description, item."contentTypes", now(), now(), '{}'
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS item(name text, color text, description text, "contentTypes" text[])
    ON CONFLICT (name) DO NOTHING`);
}
