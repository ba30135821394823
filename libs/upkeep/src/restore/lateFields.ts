import type { Engine } from '@plumbline/engine';
import type { Model } from '@plumbline/model';

/** Relations of a model that PostgreSQL watches over and that may be empty until what they lead to is there. */
export const lateFields = (engine: Engine, model: Model): string[] =>
  Object.entries(model.fields)
    .filter(([, { stored, isRelation, options }]) => {
      const watched = stored && isRelation && options.nullable && !options.unwatched;
      return watched && options.to !== undefined && engine.models.has(options.to);
    })
    .map(([name]) => name);
