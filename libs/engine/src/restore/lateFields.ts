import type { Field, Model } from '@plumbline/model';
import type { Engine } from '../engine';

/**
 * Relations of a model that PostgreSQL watches over and that may lead to objects that come later: to its own kind, or to
 * models that come after it in `order`.
 */
export function lateFields(engine: Engine, model: Model, order: readonly Model[]): [string, Field][] {
  const place = order.indexOf(model);
  return Object.entries(model.fields).filter(([, field]) => {
    const target = field.stored && field.isRelation && !field.options.unwatched ? field.options.to : undefined;
    if (target === undefined || !engine.models.has(target)) return false;
    return order.findIndex(({ label }) => label === target) >= place;
  });
}
