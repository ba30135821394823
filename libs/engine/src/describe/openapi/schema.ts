import type { WireSchema } from '@plumbline/model';

/** A schema object of OpenAPI 3.0.3. */
export interface Schema {
  [keyword: string]: unknown;
}

/** A schema described under a name in the document's components. */
export const named = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export const listOf = (items: Schema): Schema => ({ type: 'array', items });

/** The same schema with null as a further value; only for schemas that say their type. */
export const orNull = (schema: Schema): Schema => ({ ...schema, nullable: true });

/** One of them, or a list of them. */
export const oneOrSeveral = (schema: Schema): Schema => ({ oneOf: [schema, listOf(schema)] });

/** What answers consist of: JSON, or for those who ask for them a page or a table. */
export const inEveryForm = (schema: Schema): object => ({
  'application/json': { schema },
  'text/html': { schema: { type: 'string' } },
  'text/csv': { schema: { type: 'string' } },
});

/** An object with these properties; `required` names those that are always there. */
export const objectOf = (properties: Record<string, Schema>, required: string[] = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
});

/** A kind's own description of its values, as a schema. */
export function schemaOfWire({ type, format, nullable, enum: values, items, properties }: WireSchema): Schema {
  if (type === 'any') return {};
  return {
    type,
    ...(format === undefined || format === 'decimal' ? {} : { format }),
    ...(values ? { enum: [...values] } : {}),
    ...(type === 'array' ? { items: items ? schemaOfWire(items) : {} } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, schemaOfWire(value)])),
          required: Object.keys(properties),
        }
      : {}),
    ...(nullable ? { nullable } : {}),
  };
}
