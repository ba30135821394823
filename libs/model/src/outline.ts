import type { Field } from './field';
import type { Filter } from './filter';
import type { WireSchema } from './kind';
import type { Label } from './label';
import type { Model } from './model';
import { suffixesOf } from './suffixes';

/** The type of a value, for languages that have types. */
export type ValueType = 'text' | 'integer' | 'long' | 'float' | 'boolean' | 'dateTime' | 'date' | 'uuid' | 'json';

/** What a field of an object holds or leads to. */
export type OutlinedField =
  | { is: 'value'; type: ValueType; list?: true }
  | { is: 'choice'; values: (string | number)[] }
  | { is: 'contentType'; many?: true }
  /** The row holds the id of the object, or the ids of the objects. */
  | { is: 'one' | 'several'; to: Label }
  /**
   * Rows of `of` refer to this object (or to what its column `at` refers to) by `via` and name the objects by
   * `through`. Seen from those, what refers to them so is called `reverse`.
   */
  | {
      is: 'linked';
      to: Label;
      of: Label;
      via: string;
      through: string;
      at?: string;
      single?: true;
      reverse?: string;
    }
  /** Rows of `of` refer to this object by `via`. */
  | { is: 'referring'; of: Label; via: string }
  /** An object of one of these models, or of any where none are named. */
  | { is: 'generic'; targets?: Label[]; eachAs?: string };

/** What a parameter of a list takes: one value, or several. */
export type ParameterType = 'text' | 'texts' | 'integer' | 'integers' | 'floats' | 'boolean';

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

/** The outline of a model; undefined for one without objects of its own under a URL. */
export function outlineOf(model: Model): Outline | undefined {
  if (model.endpoint === undefined || model.restrict) return undefined;
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
  const { of, via, at } = options;
  const { to, through, reverse } = options.leadsTo ?? options;
  if (options.hidden || options.writeOnly) return undefined;
  switch (kind.name) {
    case 'sealed':
    case 'counter':
    case 'whole':
      return undefined;
    case 'choice':
      return { is: 'choice', values: (options.choices ?? []).map(([value]) => value).filter((value) => value !== '') };
    case 'contentType':
      return { is: 'contentType' };
    case 'contentTypes':
      return { is: 'contentType', many: true };
    case 'ref':
      return { is: 'one', to: to! };
    case 'many':
      return { is: 'several', to: to! };
    case 'onlyOne':
      return { is: 'linked', to: to!, of: of!, via: via!, through: through!, at: at!, single: true };
    case 'reverseList':
      return through
        ? { is: 'linked', to: to!, of: of!, via: via!, through, ...(reverse === undefined ? {} : { reverse }) }
        : { is: 'referring', of: of!, via: via! };
    case 'generic':
      return generic(fields[options.typeField!]!.options.labels, options.eachAs);
    default:
      return kind.name === 'integers'
        ? { is: 'value', type: 'integer', list: true }
        : { is: 'value', type: valueType(field, kind.wire(field)) };
  }
}

const generic = (labels: Field['options']['labels'], eachAs: string | undefined): OutlinedField => ({
  is: 'generic',
  ...(Array.isArray(labels) ? { targets: labels } : {}),
  ...(eachAs === undefined ? {} : { eachAs }),
});

const largestInteger = 2 ** 31 - 1;

function valueType({ kind, options }: Field, { type, format }: WireSchema): ValueType {
  if (kind.name === 'decimal' || type === 'number') return 'float';
  if (type === 'integer') return (options.max ?? 0) > largestInteger ? 'long' : 'integer';
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
    case 'number':
      if (['decimal', 'float'].includes(fields[path]?.kind.name ?? '')) return 'floats';
      return single ? 'integer' : 'integers';
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
