import { dropUnusedFiles, systemScope, unitOfWork } from '@plumbline/engine';
import type { Identity } from '@plumbline/http';
import { aPicture, aUser, dataUrlOf, expectStatus, signedIn, superuser, type TestServices } from '@plumbline/testkit';
import { startEveryService } from '../models/everyService';

let plumbline: TestServices;
let admin: Identity;
let serial = 0;
beforeAll(async () => {
  plumbline = await startEveryService({ uploadBytes: 100_000 });
  admin = await signedIn(plumbline, superuser.apiToken);
});
afterAll(() => plumbline?.stop());

const images = '/api/extras/image-attachments/';
const types = '/api/dcim/device-types/';
const request = (method: string, path: string, body?: unknown, options = {}) =>
  plumbline.request(method, path, body, { as: admin, ...options });
const ok = async (method: string, path: string, body?: unknown, status = method === 'POST' ? 201 : 200) =>
  expectStatus(await request(method, path, body), status).body;
const pathOf = (url: string): string => new URL(url).pathname;

const aTenant = async (): Promise<string> => (await ok('POST', '/api/tenancy/tenants/', { name: `t ${serial++}` })).id;
const aType = async (more: object = {}) => {
  const manufacturer = (await ok('POST', '/api/dcim/manufacturers/', { name: `m ${serial++}` })).id;
  return ok('POST', types, { manufacturer, model: `type ${serial++}`, ...more });
};

/** A form as `curl -F` and browsers send it. */
function form(parts: Record<string, string | Buffer>, fileName = 'photo of it.png'): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts))
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, new Blob([new Uint8Array(value)], { type: 'image/png' }), fileName);
  return data;
}

const imageOf = async (tenant: string, picture: Buffer, more: Record<string, string> = {}) =>
  ok(
    'POST',
    `${images}?multipart=true`,
    form({ content_type: 'tenancy.tenant', object_id: tenant, image: picture, ...more }),
  );

describe('A picture of an object', () => {
  it('comes as a form, is measured, and is shown at its address', async () => {
    const picture = aPicture(31, 17);
    const made = await imageOf(await aTenant(), picture, { name: 'front' });
    expect(made).toMatchObject({ content_type: 'tenancy.tenant', image_width: 31, image_height: 17, display: 'front' });
    const shown = await request('GET', pathOf(made.image));
    expect(shown.status).toBe(200);
    expect(made.image).toMatch(/\/photo_of_it\.png$/);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-length': String(picture.length),
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache',
    });
    const known = { headers: { 'if-none-match': shown.headers.get('etag')! } };
    expect((await request('GET', pathOf(made.image), undefined, known)).status).toBe(304);
    expect((await request('HEAD', pathOf(made.image))).headers.get('content-length')).toBe(String(picture.length));
  });

  it('comes in JSON as a data URL too, and is left alone by who sends back its address', async () => {
    const image = dataUrlOf(aPicture(4, 5), 'rear.png');
    const made = await ok('POST', images, { content_type: 'tenancy.tenant', object_id: await aTenant(), image });
    expect(made).toMatchObject({ image_width: 4, image_height: 5, name: '', display: 'rear.png' });
    const replaced = await ok('PUT', `${images}${made.id}/`, { ...made, name: 'renamed', image_width: 99 });
    expect(replaced).toMatchObject({ image: made.image, image_width: 4, name: 'renamed' });
  });

  it('is what it is, whatever it is called', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><script/></svg>');
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    const cut = aPicture(3, 3).subarray(0, 20);
    const about = { content_type: 'tenancy.tenant', object_id: await aTenant() };
    for (const image of [svg, page, cut, Buffer.from('GIF89a'), Buffer.alloc(50)]) {
      const answer = await request('POST', `${images}?multipart=true`, form({ ...about, image }));
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['image']]);
    }
    const nameless = await ok(
      'POST',
      `${images}?multipart=true`,
      form({ ...about, image: aPicture(1, 1) }, '../../x.html'),
    );
    expect(nameless.image).toMatch(/\/x\.png$/);
  });

  it('is refused when it is too large, missing or of nothing', async () => {
    const about = { content_type: 'tenancy.tenant', object_id: await aTenant() };
    const large = Buffer.concat([aPicture(1, 1), Buffer.alloc(100_000)]);
    const refused = async (parts: Record<string, string | Buffer>) =>
      expectStatus(await request('POST', `${images}?multipart=true`, form(parts)), 400).body;
    expect((await refused({ ...about, image: large })).image[0]).toContain('at most 100000');
    expect(Object.keys(await refused(about))).toEqual(['image', 'image_height', 'image_width']);
    expect(Object.keys(await refused({ ...about, image: '' }))).toContain('image');
    for (const parent of [{ object_id: '11111111-2222-4333-8444-555555555555' }, { content_type: 'auth.group' }])
      expect(await refused({ ...about, ...parent, image: aPicture(1, 1) })).toEqual({
        non_field_errors: [expect.stringContaining('Invalid parent object')],
      });
  });

  it('is shown to those alone who may view it', async () => {
    const tenant = await aTenant();
    const made = await imageOf(tenant, aPicture(2, 2), { name: 'shared' });
    const stranger = await aUser(plumbline, admin, []);
    expect((await request('GET', pathOf(made.image), undefined, { as: stranger })).status).toBe(403);
    const constraints = { name: 'shared' };
    const permission = { object_types: ['extras.imageattachment'], actions: ['view'], constraints };
    const friend = await aUser(plumbline, admin, [permission]);
    const other = await imageOf(tenant, aPicture(2, 2), { name: 'secret' });
    expect((await request('GET', pathOf(made.image), undefined, { as: friend })).status).toBe(200);
    expect((await request('GET', pathOf(other.image), undefined, { as: friend })).status).toBe(404);
    // The address names the bytes, which both have; what counts is the object.
    const [, , , , , , digest] = pathOf(made.image).split('/');
    expect(pathOf(other.image)).toContain(digest);
  });

  it('goes with the object it is of, whichever service that is of', async () => {
    const tenant = await aTenant();
    const made = await imageOf(tenant, aPicture(6, 7));
    await ok('DELETE', `/api/tenancy/tenants/${tenant}/`, undefined, 204);
    expect((await request('GET', `${images}${made.id}/`)).status).toBe(404);
    expect((await request('GET', pathOf(made.image))).status).toBe(404);
  });

  it('leaves no bytes behind when nothing refers to them', async () => {
    const { engine } = plumbline.services.get('extras')!;
    const sweep = (minutes: number) => dropUnusedFiles(unitOfWork(engine, systemScope()), minutes);
    const [first, second] = [aPicture(101, 1), aPicture(102, 1)];
    const kept = await imageOf(await aTenant(), first);
    const twin = await imageOf(await aTenant(), first);
    const gone = await imageOf(await aTenant(), second);
    await sweep(0);
    await ok('DELETE', `${images}${gone.id}/`, undefined, 204);
    await ok('DELETE', `${images}${twin.id}/`, undefined, 204);
    expect(await sweep(60)).toBe(0);
    expect(await sweep(0)).toBe(1);
    expect((await request('GET', pathOf(kept.image))).status).toBe(200);
  });
});

describe('A form', () => {
  it('is only read where the request says that it is one', async () => {
    const parts = { content_type: 'tenancy.tenant', object_id: await aTenant(), image: aPicture(1, 1) };
    const plain = await request('POST', images, form(parts));
    expect([plain.status, Object.keys(plain.body)]).toEqual([415, ['detail']]);
    const elsewhere = await request('POST', '/api/tenancy/tenants/?multipart=true', form({ name: 'x' }));
    expect(elsewhere.status).toBe(415);
  });

  it('that is broken or endless is refused', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const broken = [
      '--x\r\n',
      '--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nabc',
      'x',
      '--x--',
    ];
    for (const body of broken) {
      const { status } = await request('POST', `${images}?multipart=true`, body, { headers });
      expect([body, status]).toEqual([body, 400]);
    }
    const nameless = { 'content-type': 'multipart/form-data' };
    expect((await request('POST', `${images}?multipart=true`, 'x', { headers: nameless })).status).toBe(400);
    const part = '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nv\r\n';
    const many = `${part.repeat(2000)}--x--\r\n`;
    expect((await request('POST', `${images}?multipart=true`, many, { headers })).status).toBe(413);
  });
});

describe('Pictures of a device type', () => {
  it('come and go, each by itself, and leave the rest as it is', async () => {
    const { id, model } = await aType();
    const both = await ok(
      'PATCH',
      `${types}${id}/?multipart=true`,
      form({ front_image: aPicture(8, 2), u_height: '2' }),
    );
    expect(both).toMatchObject({
      model,
      u_height: 2,
      rear_image: null,
      front_image: expect.stringContaining('/media/dcim/'),
    });
    expect((await request('GET', pathOf(both.front_image))).headers.get('content-type')).toBe('image/png');
    const other = await ok('PATCH', `${types}${id}/`, { rear_image: dataUrlOf(aPicture(8, 3), 'rear.png') });
    expect(other.front_image).toBe(both.front_image);
    const replaced = await ok('PATCH', `${types}${id}/`, { front_image: dataUrlOf(aPicture(8, 4), 'new.png') });
    expect((await request('GET', pathOf(both.front_image))).status).toBe(404);
    expect((await request('GET', pathOf(replaced.front_image))).status).toBe(200);
    const unfit = form({ front_image: '', custom_fields: '{"a": {"b": 12345678901234567890}}' });
    expect(expectStatus(await request('PATCH', `${types}${id}/?multipart=true`, unfit), 400).body).toEqual({
      custom_fields: [expect.stringContaining('Whole numbers beyond')],
    });
    expect(await ok('PATCH', `${types}${id}/?multipart=true`, form({ front_image: '' }))).toMatchObject({
      front_image: null,
    });
    expect(await ok('PATCH', `${types}${id}/`, { rear_image: null })).toMatchObject({ rear_image: null });
  });

  it('are kept by who makes several types at once, or keeps none', async () => {
    const { manufacturer } = await aType();
    const front_image = dataUrlOf(aPicture(9, 9), 'same.png');
    const bodies = [1, 2].map((n) => ({ manufacturer: manufacturer.id, model: `bulk ${serial++} ${n}`, front_image }));
    const made = await ok('POST', types, bodies);
    for (const { front_image: url } of made) expect((await request('GET', pathOf(url))).status).toBe(200);
    const rehearsed = await request('POST', `${types}?dry_run=true`, { ...bodies[0], model: 'dry' });
    expect((await request('GET', pathOf(rehearsed.body.front_image))).status).toBe(404);
  });

  it('are seen where devices of it stand in racks', async () => {
    const type = await aType({
      front_image: dataUrlOf(aPicture(20, 2), 'f.png'),
      rear_image: dataUrlOf(aPicture(20, 3), 'r.png'),
    });
    const rack = await aRackWith(type.id);
    const elevation = async (query: string) =>
      (await request('GET', `/api/dcim/racks/${rack}/elevation/?render=svg${query}`)).text;
    expect(await elevation('')).toContain(`href="${type.front_image}"`);
    expect(await elevation('&face=rear')).toContain(`href="${type.rear_image}"`);
    expect(await elevation('&include_images=false')).not.toContain('<image');
  });
});

/** A rack in which a device of a type stands; its id. */
async function aRackWith(deviceType: string): Promise<string> {
  const status = 'Active';
  const content_types = ['dcim.rack', 'dcim.device'];
  const location_type = (await ok('POST', '/api/dcim/location-types/', { name: `lt ${serial++}`, content_types })).id;
  const location = (await ok('POST', '/api/dcim/locations/', { name: `l ${serial++}`, location_type, status })).id;
  const role = (await ok('POST', '/api/extras/roles/', { name: `r ${serial++}`, content_types: ['dcim.device'] })).id;
  const rack = (await ok('POST', '/api/dcim/racks/', { name: `rack ${serial++}`, location, status })).id;
  const device = { device_type: deviceType, role, location, status, rack, position: 3, face: 'front' };
  await ok('POST', '/api/dcim/devices/', { name: `device ${serial++}`, ...device });
  return rack;
}
