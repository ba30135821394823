import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { artifactFile, contractArtifacts, contractFiles } from './artifacts';

const artifacts = contractArtifacts();
for (const name of contractFiles()) if (!artifacts.has(name)) rmSync(artifactFile(name));
for (const [name, text] of artifacts) {
  const file = artifactFile(name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
