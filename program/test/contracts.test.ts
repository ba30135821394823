import { existsSync, readFileSync } from 'node:fs';
import { artifactFile, contractArtifacts, contractFiles } from '../src/contracts/artifacts';

const artifacts = contractArtifacts();

describe('the generated contracts', () => {
  test.each([...artifacts])('%s is what the models say; else run `npm run generate`', (name, text) => {
    const file = artifactFile(name);
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8') === text).toBe(true);
  });

  test('there are no others', () => {
    expect(contractFiles().sort()).toEqual([...artifacts.keys()].sort());
  });
});
