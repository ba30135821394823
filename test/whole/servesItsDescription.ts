import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wholeDescription } from '../../program/src/contracts/apiDescriptions';
import type { Client } from '../harness/client';
import { root } from '../program/root';

/** What is reviewed in the files of contracts/ is served as one document. */
export function servesItsDescription(program: () => { client: Client }): void {
  it('serves the description of the API that was reviewed', async () => {
    const folder = join(root, 'contracts', 'generated', 'openapi');
    const reviewed = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
    const { body } = await program().client.must(200, 'GET', 'swagger.json');
    expect(body).toEqual(JSON.parse(JSON.stringify(wholeDescription(reviewed))));
  });
}
