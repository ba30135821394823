import { type Site, startSite } from './site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.stop());

describe('Components made from templates', () => {
  it('have the custom fields and the status any new one has', async () => {
    await site.make('extras/custom-fields', [
      { key: 'owner', label: 'Owner', type: 'text', default: 'network team', content_types: ['dcim.interface'] },
      { key: 'checked', label: 'Checked', type: 'date', content_types: ['dcim.interface'] },
    ]);
    const [type] = (await site.send('GET', 'dcim/device-types/?model=Switch')).body.results;
    await site.make('dcim/interface-templates', { device_type: type.id, name: 'eth0', type: '1000base-t' });
    const device = await site.aDevice('fresh');
    const [made] = (await site.send('GET', `dcim/interfaces/?device_id=${device.id}&depth=1`)).body.results;
    expect(made.custom_fields).toEqual({ owner: 'network team', checked: null });
    expect(made.status.name).toBe('Active');
    const { body } = await site.send('GET', `extras/object-changes/?changed_object_id=${made.id}`);
    expect(body.count).toBe(0);
  });
});
