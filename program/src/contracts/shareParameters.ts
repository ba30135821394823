import type { OpenApiDocument } from '@plumbline/gateway';
import type { OpenAPIV3 } from 'openapi-types';

type Parameter = OpenAPIV3.ParameterObject | OpenAPIV3.ReferenceObject;

/** What one value is called, by its format or type. */
const words: Record<string, string> = {
  string: 'text',
  uuid: 'uuid',
  date: 'date',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
};

/**
 * The document as it is reviewed: a query parameter that several operations have is described once, under its name and
 * what it takes (`vid.numbers`). As it is served, all of them stand where they are used.
 */
export function shareParameters(document: OpenApiDocument): OpenApiDocument {
  const known = { ...document.components.parameters };
  const uses = new Map<string, number>();
  const count = (parameter: Parameter): Parameter => {
    const text = JSON.stringify(parameter);
    uses.set(text, (uses.get(text) ?? 0) + 1);
    return parameter;
  };
  const share = (parameter: Parameter): Parameter => {
    const name = sharedName(parameter);
    if (name === undefined || uses.get(JSON.stringify(parameter)) === 1) return parameter;
    const before = known[name];
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(parameter)) return parameter;
    known[name] = parameter;
    return { $ref: `#/components/parameters/${name}` };
  };
  eachParameter(document, count);
  const paths = eachParameter(document, share);
  const parameters = Object.fromEntries(Object.entries(known).sort(([one], [other]) => (one < other ? -1 : 1)));
  return { ...document, paths, components: { ...document.components, parameters } };
}

/** The paths of a document with something else in the place of each parameter of an operation. */
function eachParameter({ paths }: OpenApiDocument, change: (parameter: Parameter) => Parameter): OpenAPIV3.PathsObject {
  const changed = Object.entries(paths).map(([path, item = {}]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([method, operation]) => [
        method,
        typeof operation === 'object' && 'responses' in operation && operation.parameters
          ? { ...operation, parameters: operation.parameters.map(change) }
          : operation,
      ]),
    ),
  ]);
  return Object.fromEntries(changed);
}

/** The name under which everybody knows what is meant; undefined where that takes more than a word. */
function sharedName(parameter: Parameter): string | undefined {
  if ('$ref' in parameter || parameter.in !== 'query' || parameter.description !== undefined) return undefined;
  const schema = parameter.schema as OpenAPIV3.SchemaObject;
  const one = schema.type === 'array' ? (schema.items as OpenAPIV3.SchemaObject) : schema;
  const { type, format, ...rest } = one;
  const word = words[format ?? type ?? ''];
  if (word === undefined || Object.keys(rest).length > 0) return undefined;
  return `${parameter.name}.${word}${one === schema ? '' : 's'}`;
}
