import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractArtifacts, contractsFolder } from '../src/contracts/artifacts';

describe('the generated contracts', () => {
  test.each([...contractArtifacts()])('%s is what the models say; else run `npm run generate`', (name, text) => {
    const file = join(contractsFolder, name);
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8') === text).toBe(true);
  });

  test('openapi.json refers to nothing that it does not describe', () => {
    const text = contractArtifacts().get('openapi.json')!;
    const { components } = JSON.parse(text) as { components: Record<string, Record<string, unknown>> };
    const references = [...text.matchAll(/"\$ref": ?"#\/components\/(\w+)\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(100);
    expect(references.filter(([, kind, name]) => !components[kind!]?.[name!]).map(([whole]) => whole)).toEqual([]);
  });
});
