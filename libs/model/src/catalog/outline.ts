import type { Filter } from '../criteria/filter';
import { suffixesOf } from '../criteria/suffixes';
import type { Field } from '../fields/field';
import type { WireSchema } from '../fields/kind';
import type { OutlinedField, ValueType } from '../fields/outlined';
import type { Model } from '../model';

/** What a parameter of a list takes: one value, or several. */
export type ParameterType = 'text' | 'texts' | 'integer' | 'integers' | 'longs' | 'floats' | 'boolean';

/** A model as others may ask for it: what its objects have, and what its list is filtered by. */
export interface Outline {
  fields: Record<string, OutlinedField>;
  /** The base parameters, each with the generated look-ups at its end. */
  parameters: Record<string, { type: ParameterType; suffixes: string[] }>;
  /** Whether the opt-in values of an object hang on definitions that are made while the program runs. */
  customFields: boolean;
  relationships: boolean;
  computedFields: boolean;
}

/** The outline of a model; undefined for one whose objects are not shown in graphs. */
export function outlineOf(model: Model): Outline | undefined {
  if (!model.inGraphs || model.restrict) return undefined;
  const fields = Object.entries(model.fields).flatMap(([name, field]): [string, OutlinedField][] => {
    const outlined = name === 'custom_fields' ? undefined : outlineField(model, field);
    return outlined ? [[name, outlined]] : [];
  });
  const parameters = Object.entries(model.filters).map(([name, filter]) => [
    name,
    { type: parameterType(name, model, filter), suffixes: suffixesOf(model, filter) },
  ]);
  const { customFields, relationships, computedFields } = model.abilities;
  return {
    fields: Object.fromEntries(fields),
    parameters: Object.fromEntries(parameters),
    customFields,
    relationships,
    computedFields,
  };
}

function outlineField({ fields }: Model, field: Field): OutlinedField | undefined {
  const { kind, options } = field;
  if (options.hidden || options.writeOnly) return undefined;
  return kind.outline ? kind.outline(field, fields) : { is: 'value', type: valueType(field, kind.wire(field)) };
}

const largestInteger = 2 ** 31 - 1;

/** Whether a whole number may need more than 32 bits. */
const isLong = ({ options }: Field): boolean => (options.max ?? 0) > largestInteger;

function valueType(field: Field, { type, format }: WireSchema): ValueType {
  if (type === 'number') return 'float';
  if (type === 'integer') return isLong(field) ? 'long' : 'integer';
  if (type === 'boolean') return 'boolean';
  if (type !== 'string') return 'json';
  if (format === 'date-time') return 'dateTime';
  return format === 'date' || format === 'uuid' ? format : 'text';
}

function parameterType(name: string, { fields }: Model, { kind, path, single, takes }: Filter): ParameterType {
  if (takes) return takes;
  switch (kind) {
    case 'boolean':
    case 'has':
      return 'boolean';
    case 'number': {
      const field = fields[path];
      if (field?.kind.isFractional) return 'floats';
      // Keys count from one, and the contract has them as usual numbers.
      if (field && path !== 'id' && isLong(field)) return 'longs';
      return single ? 'integer' : 'integers';
    }
    case 'decimal':
      return 'integer';
    case 'search':
      return 'text';
    default:
      return single || name === 'q' ? 'text' : 'texts';
  }
}

/** What a generated look-up of a parameter takes. */
export const lookupType = (type: ParameterType, suffix: string): ParameterType =>
  suffix === 'isnull' ? 'boolean' : type;
