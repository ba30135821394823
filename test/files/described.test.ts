import { startForm, type Whole } from '../harness/forms';

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
type Shown = any;

const usual = ['application/json', 'text/csv'];

describe.each(['one', 'split'] as const)('files and pictures, in the form %s', (form) => {
  let whole: Whole;
  let operations: [path: string, types: string[]][];
  const addresses: Record<string, string> = {};
  const make = async (path: string, body: object): Promise<Shown> =>
    (await whole.client.must(201, 'POST', `${path}/`, body)).body;

  beforeAll(async () => {
    whole = await startForm(form);
    const { paths } = (await whole.client.must(200, 'GET', 'swagger.json')).body;
    operations = Object.entries<Shown>(paths).flatMap(([path, { get }]): typeof operations => {
      const types = Object.keys(get?.responses[200]?.content ?? {});
      return types.some((type) => !usual.includes(type)) ? [[path, types]] : [];
    });
    await make('dcim/location-types', { name: 'Room', content_types: ['dcim.rack'] });
    await make('dcim/locations', { name: 'Here', location_type: 'Room', status: 'Active' });
    const rack = await make('dcim/racks', { name: 'Rack', location: 'Here', status: 'Active' });
    addresses['/dcim/racks/{id}/elevation/'] = `dcim/racks/${rack.id}/elevation/?render=svg`;
    const template = { name: 'Names', content_type: 'dcim.rack', template_code: 'a rack' };
    const { id } = await make('extras/export-templates', template);
    addresses['/extras/export-templates/{id}/render/'] = `extras/export-templates/${id}/render/`;
  });
  afterAll(() => whole?.stop());

  it('are described as such', () => {
    const bytes = ['application/octet-stream', '*/*'];
    expect(Object.fromEntries(operations)).toEqual({
      '/dcim/racks/{id}/elevation/': [...usual, 'image/svg+xml'],
      '/extras/export-templates/{id}/render/': bytes,
      '/extras/file-proxies/{id}/download/': bytes,
    });
  });

  it('are answered to whoever accepts what is described', async () => {
    for (const [path, types] of operations) {
      const address = addresses[path];
      if (!address) continue;
      const { text, headers } = await whole.client.must(200, 'GET', address);
      expect(text).toMatch(/a rack|<svg/);
      for (const accept of types.filter((type) => !usual.includes(type))) {
        const answer = await whole.client.call('GET', address, undefined, { headers: { accept } });
        expect([accept, answer.status, answer.text]).toEqual([accept, 200, text]);
        expect(answer.headers['content-type']).toBe(headers['content-type']);
      }
    }
  });

  it('are not what others accept', async () => {
    const accept = 'image/svg+xml';
    for (const path of ['dcim/racks/', `${addresses['/dcim/racks/{id}/elevation/']}`.replace('elevation/', 'notes/')])
      expect((await whole.client.call('GET', path, undefined, { headers: { accept } })).status).toBe(406);
    const other = { headers: { accept: 'image/png' } };
    const picture = addresses['/dcim/racks/{id}/elevation/']!;
    expect((await whole.client.call('GET', picture, undefined, other)).status).toBe(406);
  });
});
