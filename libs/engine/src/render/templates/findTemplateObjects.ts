import { type Model, where } from '@plumbline/model';
import type { TemplateObject } from '@plumbline/templates';
import { foreignManifest, ownModel, type UnitOfWork } from '../../core/engine';
import { groupedBy } from '../../core/groupedBy';
import { ask, select } from '../../core/messages/ask';
import { viewerOf } from '../../core/viewer';
import { loadByIds } from '../../plan/load';
import { keyOf } from './keyOf';
import { findReferrers } from './referrers';
import { templateObject } from './templateObject';

type Id = string | number;

/** Finds what templates look at, of any services: one question for each model, and for each way of referring to one. */
export async function findTemplateObjects(work: UnitOfWork, keys: string[]): Promise<Map<string, TemplateObject>> {
  const wanted = keys.map((key) => key.split('/') as [label: string, id: string, name?: string]);
  const objects = groupedBy(
    wanted.filter(([, , name]) => name === undefined),
    ([label]) => label,
    ([, id]): Id => id,
  );
  const lists = groupedBy(
    wanted.filter(([, , name]) => name !== undefined),
    ([label, , name]) => keyOf(label, name!),
    ([, id]): Id => id,
  );
  const found = await Promise.all([
    ...[...objects].map(async ([label, ids]) =>
      (await objectsOf(work, label, ids)).map(([id, object]): [string, TemplateObject] => [keyOf(label, id), object]),
    ),
    ...[...lists].map(([what, ids]) => findReferrers(work, what, ids)),
  ]);
  return new Map(found.flat());
}

/**
 * Objects of one model: their owner makes what templates see of them. What its users see only of themselves stays
 * unseen.
 */
export async function objectsOf(work: UnitOfWork, label: string, ids: Id[]): Promise<[Id, TemplateObject][]> {
  const own = ownModel(work.engine, label);
  if (own?.restrict) return [];
  if (own) {
    const seen = work.viewer ? await findVisibleIds(work, own, ids) : ids;
    const rows = await loadByIds(work, own, seen, true);
    return [
      ...rows.map((row): [Id, TemplateObject] => [row.id as Id, templateObject(work, own, row)]),
      ...hiddenObjects(ids, seen),
    ];
  }
  const foreign = foreignManifest(work.engine, label);
  return foreign ? ask(work, foreign.app, foreign.name, 'portray', { ids, ...viewerOf(work) }) : [];
}

const findVisibleIds = async (work: UnitOfWork, { label }: Model, ids: Id[]): Promise<Id[]> =>
  (await select(work, label, where('id', 'in', ids), viewerOf(work))).map(({ id }) => id as Id);

/** Of what may not be viewed templates see the id. */
function hiddenObjects(ids: Id[], seen: Id[]): [Id, TemplateObject][] {
  const known = new Set(seen.map(String));
  return ids.filter((id) => !known.has(String(id))).map((id) => [id, { text: '', data: { id, pk: id }, refs: {} }]);
}
