import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apps } from '@plumbline/config';
import type { OpenApiDocument } from '@plumbline/gateway';
import { compileErrors, validate } from '@readme/openapi-parser';
import { wholeDescription } from '../src/contracts/apiDescriptions';
import { contractsFolder } from '../src/contracts/artifacts';

interface Operation {
  operationId: string;
  parameters?: object[];
  responses: Record<string, object>;
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { required?: string[]; properties?: Record<string, object> }> };
}

const folder = join(contractsFolder, 'openapi');
const texts = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
const documents = texts.map(([name, text]) => [name, JSON.parse(text) as OpenApiDocument] as const);
const whole = wholeDescription(documents.map(([, document]) => document));
const { components, paths } = whole as unknown as Description;
const operations = Object.values(paths).flatMap((path) =>
  Object.entries(path)
    .filter(([method]) => method !== 'parameters')
    .map(([, operation]) => operation),
);

describe.each(documents)('%s', (name, document) => {
  test('is valid OpenAPI 3.0', async () => {
    const result = await validate(structuredClone(document) as never);
    expect(result.valid ? '' : compileErrors(result)).toBe('');
  });

  test('refers to nothing that it does not describe', () => {
    const known = document.components as Record<string, Record<string, unknown>>;
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(10);
    expect(references.filter(([, kind, key]) => !known[kind!]?.[key!]).map(([text]) => text)).toEqual([]);
  });

  test('has a line for each parameter', () => {
    const [, text] = texts.find(([each]) => each === name)!;
    const parameters = Object.values((document as unknown as Description).paths).flatMap((path) =>
      Object.values(path).flatMap(({ parameters = [] }) => parameters),
    );
    expect(text.match(/^ +\{ "(in|\$ref)": .*\},?$/gm)?.length ?? 0).toBeGreaterThanOrEqual(parameters.length);
  });
});

describe('the description of the API', () => {
  test('is in a file for each application, and one for the gateway', () => {
    expect(documents.map(([name]) => name).sort()).toEqual([...apps, 'gateway'].map((name) => `${name}.json`).sort());
  });

  test('names every operation once', () => {
    const names = operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('ipam_ip_addresses_bulk_partial_update');
  });

  test('never promises what is only counted or must be asked for', () => {
    // Those that are shown inside others are always counted there.
    const promising = Object.entries(components.schemas).filter(([name]) => !name.startsWith('Nested'));
    for (const [name, { required = [] }] of promising)
      expect([name, required.filter((key) => /_count$|^computed_fields$|^relationships$/.test(key))]).toEqual([
        name,
        [],
      ]);
  });

  test('promises only keys it describes', () => {
    for (const [name, { required = [], properties = {} }] of Object.entries(components.schemas))
      expect([name, required.filter((key) => !(key in properties))]).toEqual([name, []]);
  });

  test('says what a refusal looks like', () => {
    const ofServices = operations.filter(({ operationId }) => apps.some((app) => operationId.startsWith(`${app}_`)));
    expect(ofServices.length).toBeGreaterThan(900);
    for (const { responses } of ofServices)
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['403', '404']));
  });
});
