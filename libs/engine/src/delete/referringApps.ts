import { sql } from '@plumbline/store';
import { anywhere } from '../core/deletions/referredFrom';
import type { ToDelete } from '../core/deletions/toDelete';
import type { UnitOfWork } from '../core/engine';
import { idArray } from '../criteria/keys';
import { foreignReferrers, handlingApps, relatedApps } from '../write/references/foreignReferrers';
import { looselyReferring } from '../write/references/looseReferences';

/**
 * Other applications that may refer to objects of this one that are to go: of those with relations to their models, the ones that are
 * known to have referred to them; all of them for objects that were there before that was written down, and of models whose rows do
 * not say since when they are there. Who refers by other things than relations, or by those it keeps right itself, is always among
 * them: it need not have asked whether the objects are there.
 *
 * To be asked when the rows are locked: nobody is added then who does not see the mark, or the gap, that the deletion leaves.
 */
export async function referringApps(work: UnitOfWork, toDelete: ToDelete): Promise<string[]> {
  const { engine } = work;
  const candidates = foreignReferrers(engine, toDelete);
  if (candidates.length === 0) return [];
  const own = [...toDelete].flatMap(([label, ids]) => {
    const model = engine.models.get(label);
    return model && ids.size > 0 ? [{ model, ids: [...ids], apps: relatedApps(engine, label) }] : [];
  });
  const related = own.filter(({ apps }) => apps.length > 0);
  const undated = related.filter(({ model }) => !model.fields.created?.stored);
  const dated = related.filter(({ model }) => model.fields.created?.stored);
  const found = new Set([
    ...own.flatMap(({ model }) => [...looselyReferring(engine, model.label), ...handlingApps(engine, model.label)]),
    ...undated.flatMap(({ apps }) => apps),
  ]);
  if (dated.length > 0) {
    const looks = dated.flatMap(({ model, ids }, place) => [
      sql.fragment`SELECT ${place}::int4 AS place, app FROM referred_from WHERE label = ${model.label} AND object_id = ANY(${sql.array(ids.map(String), 'text')})`,
      // How another deletion ends is waited for where marks are made.
      sql.fragment`SELECT ${place}::int4 AS place, ${anywhere} AS app FROM deleting_mark WHERE label = ${model.label} AND object_id = ANY(${sql.array(ids.map(String), 'text')}) AND expires > now()`,
      sql.fragment`SELECT ${place}::int4 AS place, ${anywhere} AS app FROM ${sql.identifier([model.name])} t WHERE t.id = ANY(${idArray(model, ids)}) AND (t.created < coalesce((SELECT since FROM referred_from_since), 'infinity')) IS NOT FALSE`,
    ]);
    const rows = await work.sql.rows<{ place: number; app: string }>(
      sql.unsafe`SELECT DISTINCT place, app FROM (${sql.join(looks, sql.fragment` UNION ALL `)}) AS known`,
    );
    for (const { place, app } of rows)
      for (const each of app === anywhere ? dated[place]!.apps : [app]) found.add(each);
  }
  return candidates.filter((app) => found.has(app));
}
