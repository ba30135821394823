import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { listsForAnsible } from './ansible/listsForAnsible';
import { servesGo } from './go/servesGo';
import { pleasesLinters } from './linters/pleasesLinters';
import { addAStack, type ServedWorld, serveWorld } from './servedWorld';
import { servesTypeScript } from './typescript/servesTypescript';

// What clients are generated from and read literally, tried with the tools that do so. The Go client and the slow
// linter run with `npm run test:clients`.
describeUnless(missingBuild, 'clients that are made from the description of the API', () => {
  let folder: string;
  let world: ServedWorld;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-clients-'));
    world = await serveWorld(folder);
    await addAStack(world.client);
  });
  afterAll(async () => {
    await world?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const at = () => ({ folder, world });
  servesTypeScript(at);
  listsForAnsible(at);
  pleasesLinters(at);
  servesGo(at);
});
