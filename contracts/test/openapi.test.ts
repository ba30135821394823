import { compileErrors, validate } from '@readme/openapi-parser';
import { openApi } from '../src';

interface Operation {
  operationId: string;
  responses: Record<string, object>;
}

const document = openApi() as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { required?: string[]; properties?: Record<string, object> }> };
};
const operations = Object.values(document.paths).flatMap((path) =>
  Object.entries(path)
    .filter(([method]) => method !== 'parameters')
    .map(([, operation]) => operation),
);

describe('the description of the API', () => {
  test('is valid OpenAPI 3.0', async () => {
    const result = await validate(structuredClone(document) as never);
    expect(result.valid ? '' : compileErrors(result)).toBe('');
  });

  test('names every operation once', () => {
    const names = operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('ipam_ip_addresses_bulk_partial_update');
  });

  test('never promises what is only counted or must be asked for', () => {
    // Those that are shown inside others are always counted there.
    const whole = Object.entries(document.components.schemas).filter(([name]) => !name.startsWith('Nested'));
    for (const [name, { required = [] }] of whole)
      expect([name, required.filter((key) => /_count$|^computed_fields$|^relationships$/.test(key))]).toEqual([
        name,
        [],
      ]);
  });

  test('promises only keys it describes', () => {
    for (const [name, { required = [], properties = {} }] of Object.entries(document.components.schemas))
      expect([name, required.filter((key) => !(key in properties))]).toEqual([name, []]);
  });

  test('says what a refusal looks like', () => {
    for (const { responses } of operations)
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['403', '404']));
  });
});
