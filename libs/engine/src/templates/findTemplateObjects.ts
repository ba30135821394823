import type { TemplateObject } from '@plumbline/templates';
import { ask, foreignManifest, ownModel, type Work } from '../engine';
import { loadByIds } from '../read/load';
import { findReferrers } from './referrers';
import { keyOf, templateObject } from './templateObject';

type Id = string | number;

/** Finds what templates look at, of any services: one question for each model, and for each way of referring to one. */
export async function findTemplateObjects(work: Work, keys: string[]): Promise<Map<string, TemplateObject>> {
  const objects = new Map<string, Id[]>();
  const lists = new Map<string, Id[]>();
  for (const key of keys) {
    const [label, id, name] = key.split('/') as [string, string, string | undefined];
    const [wanted, what] = name === undefined ? [objects, label] : [lists, keyOf(label, name)];
    wanted.set(what, [...(wanted.get(what) ?? []), id]);
  }
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
export async function objectsOf(work: Work, label: string, ids: Id[]): Promise<[Id, TemplateObject][]> {
  const own = ownModel(work.engine, label);
  if (own?.restrict) return [];
  if (own) {
    const rows = await loadByIds(work, own, ids, true);
    return rows.map((row) => [row.id as Id, templateObject(work, own, row)]);
  }
  const foreign = foreignManifest(work.engine, label);
  return foreign ? ask(work, foreign.app, foreign.name, 'portray', { ids }) : [];
}
