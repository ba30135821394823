import { type Model, type ReverseRelation, where } from '@plumbline/model';
import type { TemplateObject } from '@plumbline/templates';
import type { Engine, UnitOfWork } from '../../core/engine';
import { perCatalog } from '../../core/kept/perCatalog';
import { select } from '../../core/messages/ask';
import { keyOf } from './keyOf';

/** Objects that may refer to those of one question. */
const most = 10_000;

const isPlain = ({ reverse, many, typeField }: ReverseRelation): boolean =>
  reverse !== undefined && !many && !typeField;

const namesByLabel = perCatalog(() => new Map<string, string[]>());

/** The names that what refers to objects of a model goes by, where no field of the model has them. */
export function referrerNames(engine: Engine, { label, fields }: Model): string[] {
  const byLabel = namesByLabel(engine);
  const referrers = engine.catalog
    .referrers(label)
    .filter((relation) => isPlain(relation) && !fields[relation.reverse!]);
  const names = byLabel.get(label) ?? [...new Set(referrers.map(({ reverse }) => reverse!))];
  byLabel.set(label, names);
  return names;
}

/**
 * What refers to objects of a model by one name (`dcim.device/interfaces`), in the order of its list; nothing when
 * there is too much of it.
 */
export async function findReferrers(
  work: UnitOfWork,
  what: string,
  ids: (string | number)[],
): Promise<[string, TemplateObject][]> {
  const [label, name] = what.split('/') as [string, string];
  const relation = work.engine.catalog.referrers(label).find((one) => isPlain(one) && one.reverse === name);
  if (!relation) return [];
  const { field, from } = relation;
  const options = { values: [field], ordered: true, limit: most + 1 };
  const rows = await select(work, from.label, where(field, 'in', ids), options);
  if (rows.length > most) return [];
  const items = new Map<unknown, string[]>(ids.map((id) => [id, []]));
  for (const row of rows) items.get(row[field])?.push(keyOf(from.label, row.id));
  return [...items].map(([id, keys]) => [`${keyOf(label, id)}/${name}`, { text: '', data: {}, refs: { items: keys } }]);
}
