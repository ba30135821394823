// @boundaries-ignore extensions are built on this package
import { registered } from '@plumbline/extensions';
import { defineModel, f } from '@plumbline/model';
// @boundaries-ignore the test kit is built from this package
import { startTestServices, type TestServices } from '@plumbline/testkit';
import { catalogOf } from '../src/runtime/catalogOf';

const Vlan = defineModel('ipam.vlan', {
  endpoint: 'vlans',
  traits: [{ timestamps: true }],
  fields: { name: f.text(20) },
});
/** As it is in an earlier version of its service, and in a later one: that is the first to refer to VLANs. */
const lines = (more: object) =>
  defineModel('circuits.line', {
    endpoint: 'lines',
    traits: [{ timestamps: true }],
    fields: { name: f.text(20), ...more },
  });
const OldLine = lines({});
const Line = lines({ vlan: f.ref('ipam.vlan', { reverse: 'lines' }).optional() });

describe('a service whose neighbour is of a later version', () => {
  let services: TestServices;
  const catalogOfIpam = () => services.services.get('ipam')!.engine.catalog;
  const make = async (path: string, body: object) => {
    const { status, body: made } = await services.request('POST', `/api/${path}/`, body);
    expect(status).toBe(201);
    return made.id as string;
  };

  beforeEach(async () => {
    services = await startTestServices([
      { app: 'ipam', models: [Vlan] },
      { app: 'circuits', models: [Line] },
    ]);
    // What ipam was built with.
    const built = catalogOf(
      [
        { app: 'ipam', models: [Vlan] },
        { app: 'circuits', models: [OldLine] },
      ],
      registered.extensions,
    );
    services.services.get('ipam')!.engine.catalog = built;
  });
  afterEach(() => services.stop());

  it('learns of a relation before anything refers to its objects by it, and protects them', async () => {
    const vlan = await make('ipam/vlans', { name: 'servers' });
    expect(catalogOfIpam().referrers('ipam.vlan')).toEqual([]);
    const line = await make('circuits/lines', { name: 'L1', vlan });
    expect(catalogOfIpam().referrers('ipam.vlan')).toMatchObject([{ field: 'vlan', onDelete: 'protect' }]);
    expect((await services.request('DELETE', `/api/ipam/vlans/${vlan}/`)).status).toBe(409);
    expect((await services.request('DELETE', `/api/circuits/lines/${line}/`)).status).toBe(204);
    expect((await services.request('DELETE', `/api/ipam/vlans/${vlan}/`)).status).toBe(204);
  });

  it('protects by what was last known when the neighbour is away', async () => {
    const vlan = await make('ipam/vlans', { name: 'servers' });
    await make('circuits/lines', { name: 'L1', vlan });
    await services.services.get('circuits')!.stop();
    services.services.delete('circuits');
    expect((await services.request('DELETE', `/api/ipam/vlans/${vlan}/`)).status).toBe(503);
  });

  it('asks whoever it knows nothing of before anything goes', async () => {
    const vlan = await make('ipam/vlans', { name: 'servers' });
    await make('circuits/lines', { name: 'L1', vlan });
    // A process that starts later, to which settings have named circuits and nobody has said what that is.
    const { engine } = services.services.get('ipam')!;
    const begin = () => {
      engine.catalog = catalogOf([{ app: 'ipam', models: [Vlan] }], registered.extensions);
      engine.unknown.add('circuits');
    };
    begin();
    expect((await services.request('DELETE', `/api/ipam/vlans/${vlan}/`)).status).toBe(409);
    expect([...engine.unknown]).toEqual([]);
    begin();
    await services.services.get('circuits')!.stop();
    services.services.delete('circuits');
    const { status, body } = await services.request('DELETE', `/api/ipam/vlans/${vlan}/`);
    expect([status, body.detail]).toEqual([503, expect.stringContaining('circuits')]);
  });

  it('takes from nobody what is another’s', () => {
    const [manifest] = catalogOfIpam().manifests.filter(({ app }) => app === 'ipam');
    expect(() => catalogOfIpam().withApp('circuits', { models: [manifest!], follows: [], validates: [] })).toThrow(
      'ipam.vlan, which is another',
    );
  });
});
