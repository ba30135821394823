import type { Model } from '@plumbline/model';
import type { Engine } from '../core/engine';
import { extensionsOf } from '../core/extensions/registered';
import { fieldDescriptions } from './actions';
import { filterDescriptions } from './filters';
import type { RelationDefault } from './relationDefaults';
import { formSchema } from './schema';
import { heading } from './titles';
import { uiSchemaOf } from './uiSchema';
import { viewOptionsOf } from './viewOptions';

/** Media types every endpoint answers with, and those it reads. */
const renders = ['application/json', 'text/html', 'text/csv'];
const parses = ['application/json', 'text/csv'];

export interface Describing {
  /** What the caller may do with objects of the model. */
  mayAdd: boolean;
  mayChange: boolean;
  /** Whether the URL names one object. */
  detail: boolean;
  /** Objects that relations default to (`relationDefaults`). */
  defaults?: Record<string, RelationDefault>;
}

/**
 * The body of an answer to OPTIONS (docs/contract/description.md): what may be sent, as `actions` with choices and as a schema for
 * forms, what may be asked for, and how pages lay objects out.
 */
export function describeEndpoint(
  engine: Engine,
  model: Model,
  { mayAdd, mayChange, detail, defaults = {} }: Describing,
): object {
  const verbs = [
    ...(mayAdd && !detail && model.methods.includes('POST') ? ['POST'] : []),
    ...(mayChange && model.methods.includes('PUT') ? ['PUT'] : []),
  ];
  const extensions = extensionsOf(engine);
  const fields = fieldDescriptions(engine, model);
  const schema = formSchema(engine, model, defaults);
  return {
    name: heading(model),
    description: model.introduction,
    renders,
    parses,
    ...(verbs.length > 0 ? { actions: Object.fromEntries(verbs.map((verb) => [verb, fields])) } : {}),
    object_type: model.label,
    schema,
    uiSchema: uiSchemaOf(extensions, model),
    filters: filterDescriptions(model),
    view_options: viewOptionsOf(extensions, model, schema.properties),
  };
}
