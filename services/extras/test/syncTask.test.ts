import { contentTypeNames, contentTypes } from '@plumbline/domain';
import { systemScope, unitOfWork } from '@plumbline/engine';
import { expectStatus, startTestServices, type TestServices } from '@plumbline/testkit';
import { extrasService } from '../src';
import { syncTask } from '../src/git/syncTask';

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startTestServices([extrasService], {}, { contentTypes, contentTypeNames });
});
afterAll(() => plumbline?.stop());

test('a sync whose lines cannot be written goes on, and fails for its own reasons', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  const repository = { name: 'nowhere', slug: 'nowhere', remote_url: 'https://127.0.0.1:1/nowhere.git' };
  const { body } = expectStatus(await plumbline.request('POST', '/api/extras/git-repositories/', repository), 201);
  const { engine } = plumbline.services.get('extras')!;
  const work = unitOfWork(engine, systemScope());
  const lines: string[] = [];
  const log = async (_level: unknown, line: string) => {
    lines.push(line);
    throw new Error('there is no room for lines');
  };
  const run = {
    work,
    payload: { repository: body.id },
    user: { id: '', username: '' },
    log,
    demandWanted: async () => undefined,
  };
  await expect(syncTask({ isRehearsal: false })(run)).rejects.toMatchObject({ name: 'FetchProblem' });
  expect(lines).toEqual(['Fetching main.']);
  expect(unhandled).toEqual([]);
  process.off('unhandledRejection', note);
});
