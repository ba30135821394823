import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contractArtifacts, contractsFolder } from './artifacts';

for (const [name, text] of contractArtifacts()) {
  const file = join(contractsFolder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
