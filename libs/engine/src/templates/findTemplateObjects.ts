import type { TemplateObject } from '@plumbline/templates';
import { ask, foreignManifest, ownModel, type Work } from '../engine';
import { loadByIds } from '../read/load';
import { keyOf, templateObject } from './templateObject';

type Id = string | number;

/** Finds objects of any services for templates to look at: one question for each model. */
export async function findTemplateObjects(work: Work, keys: string[]): Promise<Map<string, TemplateObject>> {
  const wanted = new Map<string, Id[]>();
  for (const key of keys) {
    const [label, id] = key.split('/') as [string, string];
    wanted.set(label, [...(wanted.get(label) ?? []), id]);
  }
  const found = await Promise.all(
    [...wanted].map(async ([label, ids]) =>
      (await objectsOf(work, label, ids)).map(([id, object]): [string, TemplateObject] => [keyOf(label, id), object]),
    ),
  );
  return new Map(found.flat());
}

/** Objects of one model: their owner makes what templates see of them. */
export async function objectsOf(work: Work, label: string, ids: Id[]): Promise<[Id, TemplateObject][]> {
  const own = ownModel(work.engine, label);
  if (own) {
    const rows = await loadByIds(work, own, ids, true);
    return rows.map((row) => [row.id as Id, templateObject(work, own, row)]);
  }
  const foreign = foreignManifest(work.engine, label);
  return foreign ? ask(work, foreign.app, foreign.name, 'portray', { ids }) : [];
}
