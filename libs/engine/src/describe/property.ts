import {
  capitalise,
  type Field,
  fieldTitle,
  itemsProperty,
  type Label,
  type Model,
  type Property,
  type PropertyContext,
  partsOfLabel,
  plainProperty,
} from '@plumbline/model';
import type { Engine } from '../core/engine';
import { contentTypesOf } from './contentTypes';

/**
 * Describes a field the way the recordings do: relations with the page that lists their targets, content types with all
 * that may be chosen, free JSON and everything computed as text (contract/README.md, options).
 */
export function propertyOf(engine: Engine, model: Model, name: string, field: Field): Property {
  const { form } = field.options;
  return { ...followingProperty(engine, model, name, field), ...(typeof form === 'function' ? form() : form) };
}

function followingProperty(engine: Engine, model: Model, name: string, field: Field): Property {
  const plainTitle = fieldTitle(name, undefined);
  const title = name === 'id' && model.keyType === 'int' ? 'ID' : capitalise(fieldTitle(name, field));
  const { kind } = field;
  const context: PropertyContext = {
    title,
    plainTitle,
    contentTypes: () =>
      contentTypesOf(engine, field, true).map((label) => [label, engine.catalog.contentTypeName(label)]),
    pageOf: (label) => pageOf(engine, label),
  };
  if (kind.property) return kind.property(field, context);
  const { type, items } = kind.wire(field);
  if (type === 'array') return itemsProperty(field, context, items?.type ?? 'string');
  return plainProperty(field, context, { type: type === 'any' ? 'string' : type });
}

/** The page that lists the objects of a model. */
function pageOf({ catalog }: Engine, label: Label): string | null {
  const target = catalog.find(label);
  const hasPage = target?.endpoint !== undefined && target.app === partsOfLabel(label).app && !target.pageless;
  return hasPage ? `/${catalog.listPath(label)}/` : null;
}
