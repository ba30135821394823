import { systemScope, unitOfWork } from '@plumbline/engine';
import { type Identity, SentFile } from '@plumbline/http';
import { aUser, signedIn, superuser, type TestServices } from '@plumbline/testkit';
import { keepJobFile } from '../../services/extras/src/files/fileProxies';
import { startEveryService } from '../models/everyService';

let plumbline: TestServices;
let admin: Identity;
beforeAll(async () => {
  plumbline = await startEveryService();
  admin = await signedIn(plumbline, superuser.apiToken);
});
afterAll(() => plumbline?.stop());

const proxies = '/api/extras/file-proxies/';
const get = (path: string, as = admin) => plumbline.request('GET', path, undefined, { as });
const keep = (name: string, content: string) =>
  keepJobFile(
    unitOfWork(plumbline.services.get('extras')!.engine, systemScope()),
    new SentFile(name, Buffer.from(content)),
    null,
  );

test('a file of a job is saved under its own name and as what its name says, and never shown', async () => {
  const id = await keep('Übersicht "1".html', '<script>alert(1)</script>');
  expect((await get(`${proxies}${id}/`)).body).toMatchObject({ name: 'Übersicht "1".html', job_result: null });
  const { text, headers } = await get(`${proxies}${id}/download/`);
  expect(text).toBe('<script>alert(1)</script>');
  expect(headers.get('content-type')).toBe('text/html');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="_bersicht _1_.html"; filename*=UTF-8''%C3%9Cbersicht%20%221%22.html`,
  );
});

test.each([
  ['report.csv', 'text/csv'],
  ['facts.json', 'application/json'],
  ['picture.png', 'image/png'],
  ['nothing.known', 'application/octet-stream'],
  ['README', 'application/octet-stream'],
])('%s is %s', async (name, type) => {
  const { headers } = await get(`${proxies}${await keep(name, '1')}/download/`);
  expect(headers.get('content-type')).toBe(type);
});

test('it is only had by those who may view it, and only there', async () => {
  const [open, closed] = [await keep('open.txt', 'a'), await keep('closed.txt', 'b')];
  const stranger = await aUser(plumbline, admin, []);
  expect((await get(`${proxies}${open}/download/`, stranger)).status).toBe(403);
  const constraints = { name: 'open.txt' };
  const friend = await aUser(plumbline, admin, [
    { object_types: ['extras.fileproxy'], actions: ['view'], constraints },
  ]);
  expect((await get(`${proxies}${open}/download/`, friend)).text).toBe('a');
  expect((await get(`${proxies}${closed}/download/`, friend)).status).toBe(404);
  expect((await get(`/media/extras/file-proxies/${open}/file/x/open.txt`)).status).toBe(404);
  for (const method of ['POST', 'PATCH', 'DELETE'])
    expect((await plumbline.request(method, proxies, {}, { as: admin })).status).toBe(405);
});
