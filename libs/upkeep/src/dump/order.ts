import { Catalog, type Field, type Model, manifestOf } from '@plumbline/model';

/**
 * Models so that each comes after those its objects cannot be without, and as far as there is such an order after all
 * others they refer to; the order is the same every time.
 */
export function dependencyOrder(models: readonly Model[]): Model[] {
  const labels = new Set<string>(models.map(({ label }) => label));
  const catalog = new Catalog(models.map(manifestOf));
  const waiting = new Map(models.map((model) => [model.label as string, targetsOf(catalog, model, labels)]));
  const byLabel = new Map(models.map((model) => [model.label as string, model]));
  const order: Model[] = [];
  while (waiting.size > 0) {
    const next = nextOf(waiting);
    waiting.delete(next);
    order.push(byLabel.get(next)!);
    for (const targets of waiting.values()) targets.delete(next);
  }
  return order;
}

/** What a model's objects refer to, and whether they cannot be without. */
type Targets = Map<string, boolean>;

function targetsOf(catalog: Catalog, model: Model, labels: ReadonlySet<string>): Targets {
  const targets: Targets = new Map();
  for (const field of Object.values(model.fields))
    for (const label of labelsOf(catalog, model, field))
      if (label !== model.label && labels.has(label))
        targets.set(label, targets.get(label) || (!field.options.nullable && field.isRelation));
  return targets;
}

/** The models a stored field may point at. */
function labelsOf(catalog: Catalog, model: Model, field: Field): readonly string[] {
  if (!field.stored) return [];
  if (field.options.to !== undefined) return [field.options.to];
  if (!field.isGenericKey) return [];
  const { labels = 'any' } = model.fields[field.options.typeField!]!.options;
  return labels === 'any' ? [] : [...catalog.contentTypesAmong(labels)];
}

/** The first that waits for nothing; else the one that waits for the fewest, and for none that it cannot be without. */
function nextOf(waiting: ReadonlyMap<string, Targets>): string {
  const weight = (targets: Targets) => [...targets.values()].filter(Boolean).length * 1_000_000 + targets.size;
  let best: [string, number] | undefined;
  for (const [label, targets] of waiting) {
    const own = weight(targets);
    if (best === undefined || own < best[1]) best = [label, own];
  }
  return best![0];
}
