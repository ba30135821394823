import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contractArtifacts, contractFiles, contractsFolder } from './artifacts';

const artifacts = contractArtifacts();
for (const name of contractFiles()) if (!artifacts.has(name)) rmSync(join(contractsFolder, name));
for (const [name, text] of artifacts) {
  const file = join(contractsFolder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
