import type { WireSchema } from '@plumbline/model';
import type { OpenAPIV3 } from 'openapi-types';

/** A schema of OpenAPI 3.0.3, or where it is described. */
export type Schema = PlainSchema | OpenAPIV3.ReferenceObject;

export type PlainSchema = OpenAPIV3.SchemaObject;

/** A schema described under a name in the document's components. */
export const named = (name: string): OpenAPIV3.ReferenceObject => ({ $ref: `#/components/schemas/${name}` });

export const listOf = (items: Schema): OpenAPIV3.ArraySchemaObject => ({ type: 'array', items });

/** The same schema with null as a further value; only for schemas that say their type. */
export const orNull = (schema: PlainSchema): PlainSchema => ({ ...schema, nullable: true });

/** What answers consist of: JSON, or for those who ask for it a table, whose columns are the keys of the objects. */
export const inEveryForm = (schema: Schema): Record<string, OpenAPIV3.MediaTypeObject> => ({
  'application/json': { schema },
  'text/csv': { schema },
});

/** An object with any keys: without saying so, generators take it for one that has none. */
export const anyObject: PlainSchema = { type: 'object', additionalProperties: {} };

/** An object with these properties; `required` names those that are always there. */
export const objectOf = (
  properties: Record<string, Schema>,
  required: string[] = Object.keys(properties),
): OpenAPIV3.NonArraySchemaObject => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
});

/** A kind's own description of its values, as a schema. */
export function schemaOfWire(wire: WireSchema): PlainSchema {
  const { type, format, nullable, enum: values, items, properties } = wire;
  if (type === 'any') return {};
  const plain = {
    ...(format === undefined || format === 'decimal' ? {} : { format }),
    ...(values ? { enum: [...values] } : {}),
  };
  const rest = {
    ...(properties
      ? {
          properties: Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, schemaOfWire(value)])),
          required: Object.keys(properties),
        }
      : {}),
    ...(nullable ? { nullable } : {}),
  };
  if (type === 'object' && !properties) return { ...anyObject, ...plain, ...rest };
  if (type === 'array') return { type, ...plain, items: items ? schemaOfWire(items) : {}, ...rest };
  return { type, ...plain, ...rest };
}
