import { type Site, startSite } from './site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.stop());

describe('filters over many related objects', () => {
  it('find those of which one has nothing there, or that have none', async () => {
    const { make, names } = site;
    await make('dcim/location-types', { name: 'Exchange', content_types: ['circuits.circuittermination'] });
    const place = await make('dcim/locations', { name: 'North', location_type: 'Exchange', status: 'Active' });
    await make('circuits/providers', [{ name: 'Telco' }, { name: 'Idle' }]);
    await make('circuits/circuit-types', { name: 'Fibre' });
    const cloud = await make('circuits/provider-networks', { name: 'Cloud', provider: 'Telco' });
    const circuit = async (cid: string, ...ends: object[]) => {
      const made = await make('circuits/circuits', { cid, provider: 'Telco', circuit_type: 'Fibre', status: 'Active' });
      for (const [index, end] of ends.entries())
        await make('circuits/circuit-terminations', { circuit: made.id, term_side: 'AZ'[index], ...end });
    };
    const [here, there] = [{ location: place.id }, { provider_network: cloud.id }];
    await circuit('bare');
    await circuit('both', here, there);
    await circuit('far', there);
    await circuit('near', here);
    const cids = async (query: string) =>
      (await site.send('GET', `circuits/circuits/?${query}`)).body.results.map(({ cid }: { cid: string }) => cid);
    expect(await cids('provider_network=null')).toEqual(['bare', 'both', 'near']);
    expect(await cids('provider_network__isnull=true')).toEqual(['bare', 'both', 'near']);
    expect(await cids('provider_network__isnull=false')).toEqual(['both', 'far']);
    expect(await cids('provider_network__n=null')).toEqual(['far']);
    expect(await cids('location=null')).toEqual(['bare', 'both', 'far']);
    expect(await cids('provider_network=null&provider_network=Cloud')).toHaveLength(4);
    expect(await names('circuits/providers/?location=null')).toEqual(['Idle', 'Telco']);
  });

  it('leave out what has any of the tags', async () => {
    const { make, names } = site;
    for (const name of ['red', 'blue']) await make('extras/tags', { name, content_types: ['dcim.rack'] });
    const racks = { red: ['red'], blue: ['blue'], purple: ['red', 'blue'], plain: [] };
    for (const [name, tags] of Object.entries(racks))
      await make('dcim/racks', { name, tags, location: site.location.id, status: 'Active', serial: 'coloured' });
    const found = (query: string) => names(`dcim/racks/?serial=coloured&${query}`);
    expect(await found('tags=red&tags=blue')).toEqual(['purple']);
    expect(await found('tags__n=red')).toEqual(['blue', 'plain']);
    expect(await found('tags__n=red&tags__n=blue')).toEqual(['plain']);
  });

  it('take the words for yes and no of the parameters that a model declares itself', async () => {
    await site.make('dcim/device-types', { model: 'Flat', manufacturer: 'Acme', is_full_depth: false });
    await site.aDevice('deep');
    await site.aDevice('flat', { device_type: { model: 'Flat' } });
    const found = (query: string) => site.names(`dcim/devices/?name=deep&name=flat&${query}`);
    for (const yes of ['true', 'True', '1']) expect(await found(`is_full_depth=${yes}`)).toEqual(['deep']);
    for (const no of ['false', 'False', '0']) expect(await found(`is_full_depth=${no}`)).toEqual(['flat']);
    expect(await found('has_primary_ip=1')).toEqual([]);
    for (const neither of ['TRUE', 'yes', 'null'])
      for (const name of ['is_full_depth', 'has_primary_ip'])
        expect(await found(`${name}=${neither}`)).toEqual(['deep', 'flat']);
  });
});
