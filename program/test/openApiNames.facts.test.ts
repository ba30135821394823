import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiOf } from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import { mergeFragments } from '@plumbline/gateway';
import { factsFolder } from '@plumbline/testkit';
import { ownServices } from '../src/start/services';

type Names = string | null | Names[];

interface Schema {
  $ref?: string;
  type?: string;
  items?: Schema;
}

type Content = Record<string, { schema: Schema }>;

interface Operation {
  operationId: string;
  requestBody?: { content: Content };
  responses: Record<string, { $ref?: string; content?: Content }>;
}

interface NamedOperation {
  path: string;
  method: string;
  operationId: string;
  request: Names;
  responses: Record<string, Names>;
}

const document = mergeFragments(
  ownServices.all.map((service) => openApiOf(service, registered.extensions)),
  'test',
  (component) => {
    throw new Error(`${component} is described twice`);
  },
);
const operationAt = ({ path, method }: NamedOperation): Operation | undefined =>
  (document.paths[path] as Record<string, Operation> | undefined)?.[method];

/** What the gateway answers itself. */
const elsewhere = new Set(['status_retrieve']);

/** Where the reference's description says something else than the reference and we answer. */
const untrue = new Set([
  'dcim_connected_device_list',
  'extras_dynamic_groups_members_retrieve',
  'extras_file_proxies_download_retrieve',
  'extras_git_repositories_sync_create',
  'extras_job_results_logs_retrieve',
  'extras_scheduled_jobs_deny_create',
  'extras_secrets_check_retrieve',
  'graphql_create',
  'ipam_prefixes_available_ips_create',
  'users_config_retrieve',
]);
const isUntrue = (id: string): boolean => untrue.has(id) || id.endsWith('_trace_retrieve');

function nameOf({ $ref, type, items }: Schema): Names {
  if ($ref) return $ref.split('/').at(-1)!;
  return type === 'array' && items ? [nameOf(items)] : 'without a name';
}

const named = (content: Content | undefined): Names => {
  const schema = content?.['application/json']?.schema;
  return schema ? nameOf(schema) : null;
};

const folder = factsFolder();
const suite = folder ? describe : describe.skip;
if (!folder) console.warn('No reference here: the names in the API description are not compared with it.');
const reference: { schemas: string[]; operations: NamedOperation[] } = folder
  ? JSON.parse(readFileSync(join(folder, 'openapi-names.json'), 'utf8'))
  : { schemas: [], operations: [] };

suite('the API description has the names that generated clients of the contract use', () => {
  const operations = reference.operations.filter(({ operationId }) => !elsewhere.has(operationId));

  test('of components', () => {
    const ours = new Set(Object.keys(document.components.schemas!));
    expect(reference.schemas.filter((name) => !ours.has(name))).toEqual([]);
  });

  test('of operations', () => {
    const ours = operations.map((operation) => operationAt(operation)?.operationId);
    expect(ours).toEqual(operations.map(({ operationId }) => operationId));
  });

  test('of bodies and answers', () => {
    const compared = operations.filter(({ operationId }) => !isUntrue(operationId));
    const ours = compared.map((operation) => {
      const { operationId, requestBody, responses } = operationAt(operation)!;
      const answers = Object.keys(operation.responses).map((status) => [status, named(responses[status]?.content)]);
      return { operationId, request: named(requestBody?.content), responses: Object.fromEntries(answers) };
    });
    expect(ours).toEqual(compared.map(({ operationId, request, responses }) => ({ operationId, request, responses })));
  });
});

describe('what readers take literally', () => {
  const schemas = document.components.schemas as Record<string, object>;
  const answers = Object.values(document.paths).flatMap((item) =>
    Object.values(item as Record<string, Operation>).flatMap(({ operationId, responses = {} }) =>
      Object.values(responses).flatMap(({ content }) => (content ? [{ operationId, content }] : [])),
    ),
  );
  // The reference says JSON of these as well, and generated clients then fail to read what comes.
  const files: Record<string, string[]> = {
    dcim_racks_elevation_list: ['application/json', 'text/csv', 'image/svg+xml'],
    extras_export_templates_render_retrieve: ['application/octet-stream', '*/*'],
    extras_file_proxies_download_retrieve: ['application/octet-stream', '*/*'],
  };

  test('no component is called NullableX where there is an X: generated Go clients have such a type already', () => {
    expect(Object.keys(schemas).filter((name) => name.startsWith('Nullable') && schemas[name.slice(8)])).toEqual([]);
  });

  test('answers are described as JSON and, with the same schema, as CSV; files as what they are', () => {
    expect(answers.length).toBeGreaterThan(500);
    for (const { operationId, content } of answers) {
      const types = [operationId, Object.keys(content)];
      expect(types).toEqual([operationId, files[operationId] ?? ['application/json', 'text/csv']]);
      expect(content['text/csv']).toEqual(content['application/json']);
    }
  });

  test('names of operations are unique', () => {
    const ids = [...JSON.stringify(document.paths).matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
    expect(ids.length).toBe(new Set(ids).size);
  });
});
