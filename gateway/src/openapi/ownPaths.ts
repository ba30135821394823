import type { OpenAPIV3 } from 'openapi-types';
import type { ApiView } from '../views/apiView';
import type { Fragment } from './document';

const shared = (name: string) => ({ $ref: `#/components/responses/${name}` });
const words: Pick<OpenAPIV3.ResponseObject, 'content'> = {
  content: { 'application/json': { schema: { type: 'string' } } },
};

/** What a question with parameters may be refused with: a bare text. */
const refusals = {
  400: { description: 'A parameter is missing.', ...words },
  404: { description: 'There is nothing of that name.', ...words },
};

const parameter = (name: string): OpenAPIV3.ParameterObject => ({
  in: 'query',
  name,
  required: true,
  schema: { type: 'string' },
});

/** Describes the gateway's own API views as a service would describe its endpoints. */
export function ownPaths(views: readonly ApiView[]): Fragment {
  const described = views.flatMap((view) => {
    if (!view.schema) return [];
    const path = view.path.replace(/^\/api/, '');
    const parts = path.split('/').filter((part) => part !== '');
    const operation: OpenAPIV3.OperationObject = {
      operationId: `${parts.join('_').replaceAll('-', '_')}_retrieve`,
      summary: view.description?.replace(/[.]$/, ''),
      description: view.description,
      tags: parts.slice(0, 1),
      ...(view.parameters ? { parameters: view.parameters.map(parameter) } : {}),
      responses: {
        200: { description: '', content: { 'application/json': { schema: view.schema } } },
        ...(view.parameters ? refusals : {}),
        403: shared('Forbidden'),
        406: shared('NotAcceptable'),
      },
    };
    return [[path, { get: operation }] as const];
  });
  return { paths: Object.fromEntries(described) };
}
