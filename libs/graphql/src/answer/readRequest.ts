import { Problem, parseJson } from '@plumbline/http';
import { GraphQLError } from 'graphql';

/** What a client asks. */
export interface GraphRequest {
  query: string;
  variables: Record<string, unknown>;
  operationName: string | undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the body of a request; throws a `GraphQLError` for one that asks nothing. */
export function readRequest(contentType: string | undefined, bytes: Buffer): GraphRequest {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/graphql') return requestOf({ query: bytes.toString('utf8') });
  if (type !== 'application/json' || bytes.length === 0) return requestOf({});
  const body = json(bytes, 'Request body contained Invalid JSON.');
  if (!isObject(body)) throw new GraphQLError('GraphQL params should be a dict.');
  return requestOf(body);
}

/** What the members of a body ask. */
export function requestOf(body: Record<string, unknown>): GraphRequest {
  const { query, operationName } = body;
  if (query === undefined || query === null || query === '') throw new GraphQLError('Must provide query string.');
  if (typeof query !== 'string') throw new GraphQLError('The query must be a text.');
  return {
    query,
    variables: readVariables(body.variables),
    operationName: typeof operationName === 'string' && operationName !== '' ? operationName : undefined,
  };
}

/** Variables as an object, or as JSON text of one. */
function readVariables(given: unknown): Record<string, unknown> {
  if (given === undefined || given === null || given === '') return {};
  const variables = typeof given === 'string' ? json(Buffer.from(given), 'Variables are invalid JSON.') : given;
  if (!isObject(variables)) throw new GraphQLError('Variables must be an object.');
  return variables;
}

function json(bytes: Buffer, message: string): unknown {
  try {
    return parseJson(bytes);
  } catch (error) {
    if (error instanceof Problem && error.status === 400) throw new GraphQLError(message);
    throw error;
  }
}
