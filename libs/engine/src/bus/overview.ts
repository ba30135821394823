import { problems } from '@plumbline/http';
import { allOf, type Model, suffixesOf } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { z } from 'zod/v4';
import type { UnitOfWork } from '../core/engine';
import { demandAsker } from '../core/gatewayStatement';
import { localize } from '../criteria/localize';
import { toSql } from '../criteria/toSql';
import { lookupName } from '../filter/lookupNames';
import { allowed } from '../permissions/permissions';

const totalsRequest = z.strictObject({
  models: z.array(z.string()),
  identity: z.object({
    userId: z.string(),
    username: z.string(),
    isSuperuser: z.boolean(),
    writeEnabled: z.boolean(),
    permissionStamp: z.string(),
  }),
});

/** Answers `service.totals`: how many objects of each model the caller may see; null without the permission to look. */
export async function totalsOf(work: UnitOfWork, payload: unknown): Promise<Record<string, number | null>> {
  // The gateway knows whom it asks for.
  demandAsker(work, 'gateway');
  const { models, identity } = totalsRequest.parse(payload);
  const asking: UnitOfWork = { ...work, scope: { ...work.scope, identity } };
  const totals = await Promise.all(
    models.map(async (label): Promise<[string, number | null]> => {
      const model = work.engine.models.get(label);
      return [label, model ? await totalOf(asking, model) : null];
    }),
  );
  return Object.fromEntries(totals);
}

async function totalOf(work: UnitOfWork, model: Model): Promise<number | null> {
  const criteria = await allowed(work, model, 'view');
  if (!criteria) return null;
  const restricted = model.restrict ? allOf(criteria, model.restrict(work.scope.identity)) : criteria;
  const condition = toSql(work.engine, { model, alias: 't' }, await localize(work, model, restricted));
  const counted = await work.sql.first<{ n: number }>(
    sql.unsafe`SELECT count(*) AS n FROM ${sql.identifier([model.name])} t WHERE ${condition}`,
  );
  return Number(counted?.n ?? 0);
}

/** Answers `<model>.lookups`: the parameters that filter by a field, with words for each. */
export async function lookupsOf(
  _work: UnitOfWork,
  model: Model,
  payload: unknown,
): Promise<{ id: string; name: string }[]> {
  const { field_name: name } = z.strictObject({ field_name: z.string() }).parse(payload);
  const filter = model.filters[name];
  if (!filter) throw problems.notFound();
  return ['', ...suffixesOf(model, filter)].map((suffix) => ({
    id: suffix === '' ? name : `${name}__${suffix}`,
    name: lookupName(suffix),
  }));
}
