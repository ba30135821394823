import type { Client } from '../harness/client';
import { makeAll } from './makeAll';

/** A device with its ports by name. */
export interface CabledDevice {
  id: string;
  ports: Record<string, string>;
}

/** What the drawings of the console are shown with: two rooms, racks, a path through panels and a circuit, and power. */
export interface DcimWorld {
  site: string;
  room: string;
  racks: string[];
  leaf: CabledDevice;
  core: CabledDevice;
  server: CabledDevice;
  panel: CabledDevice;
  firewall: CabledDevice;
  circuit: string;
  powerPanel: string;
  cluster: string;
  /** A location with 500 devices in it that lead to each other. */
  crowd: string;
}

/** A name that must neither run nor turn what is beside it around. */
export const hostileName = `<script>document.title='run'</script> \u202Egnp.exe 🔥 ${'x'.repeat(12)}`;

/** Devices of the crowd, and how many of them are spines. */
const crowd = 500;
const spines = 20;
/** The largest page of a list. */
const page = 1000;

/** Makes all of it through the API. */
export async function prepareDcimWorld(client: Client): Promise<DcimWorld> {
  const make = async (path: string, body: object): Promise<string> =>
    (await client.must(201, 'POST', `${path}/`, body)).body.id;
  const makeEach = (path: string, bodies: object[]) => makeAll(client, `${path}/`, bodies);
  const all = async (path: string): Promise<{ id: string; name: string; device: { id: string } }[]> =>
    (await client.must(200, 'GET', path)).body.results;
  const content_types = [
    'dcim.device',
    'dcim.rack',
    'dcim.powerpanel',
    'circuits.circuittermination',
    'virtualization.cluster',
  ];
  const siteType = await make('dcim/location-types', { name: 'Site', content_types });
  const roomType = await make('dcim/location-types', { name: 'Room', parent: siteType, content_types });
  const place = (name: string, location_type: string, parent?: string) =>
    make('dcim/locations', { name, location_type, status: 'Active', ...(parent ? { parent } : {}) });
  const site = await place('Berlin', siteType);
  const room = await place('Room 1', roomType, site);
  await place(hostileName, roomType, site);
  const far = await place('Hamburg', siteType);
  const crowded = await place('Crowd', siteType);
  const racks = await makeEach('dcim/racks', [
    ...['R1', 'R2'].map((name) => ({ name, location: room, status: 'Active', u_height: 42 })),
    { name: 'H1', location: far, status: 'Active', u_height: 24, desc_units: true },
  ]);
  const [first, second, third] = racks.map(({ id }) => id) as [string, string, string];
  const manufacturer = await make('dcim/manufacturers', { name: 'Fabrik' });
  const type = (model: string, u_height: number, is_full_depth = true) =>
    make('dcim/device-types', { manufacturer, model, u_height, is_full_depth });
  const switchType = await type('S24', 1);
  const serverType = await type('R740', 2);
  const panelType = await type('P12', 1, false);
  const pduType = await type('PDU', 0, false);
  const spineType = await type('S0', 1);
  const role = await make('extras/roles', { name: 'Leaf', color: '2196f3', content_types: ['dcim.device'] });
  const names = Array.from({ length: 24 }, (_, at) => `Ethernet${at + 1}`);
  await makeEach(
    'dcim/interface-templates',
    [switchType, serverType].flatMap((device_type) =>
      (device_type === switchType ? names : names.slice(0, 2)).map((name) => ({
        device_type,
        name,
        type: '10gbase-x-sfpp',
      })),
    ),
  );
  await make('dcim/power-port-templates', {
    device_type: serverType,
    name: 'PSU1',
    maximum_draw: 500,
    allocated_draw: 300,
  });
  const inlet = await make('dcim/power-port-templates', { device_type: pduType, name: 'Inlet' });
  await make('dcim/power-outlet-templates', { device_type: pduType, name: 'Outlet 1', power_port_template: inlet });
  const rear = await make('dcim/rear-port-templates', {
    device_type: panelType,
    name: 'Trunk',
    type: 'mpo',
    positions: 12,
  });
  await makeEach(
    'dcim/front-port-templates',
    Array.from({ length: 12 }, (_, at) => ({
      device_type: panelType,
      name: `Port ${at + 1}`,
      type: 'lc',
      rear_port_template: rear,
      rear_port_position: at + 1,
    })),
  );
  const usual = { role, location: room, status: 'Active' };
  const device = (name: string, device_type: string, rack: string, position?: number, more: object = {}) =>
    make('dcim/devices', {
      ...usual,
      name,
      device_type,
      rack,
      ...(position === undefined ? {} : { position, face: 'front' }),
      ...more,
    });
  const portsOf = async (id: string, kinds: string[]): Promise<CabledDevice> => {
    const found = await Promise.all(
      kinds.map((kind) => all(`dcim/${kind}/?${kind === 'interfaces' ? 'device_id' : 'device'}=${id}&limit=100`)),
    );
    return { id, ports: Object.fromEntries(found.flat().map((port) => [port.name, port.id])) };
  };
  const panels = ['front-ports', 'rear-ports'];
  const leaf = await portsOf(await device('leaf-1', switchType, first, 40), ['interfaces']);
  const core = await portsOf(await device('core-1', switchType, second, 40), ['interfaces']);
  const server = await portsOf(await device('srv-1', serverType, first, 10), ['interfaces', 'power-ports']);
  await device(hostileName, serverType, first, 20);
  const panel = await portsOf(await device('panel-1', panelType, first, 42), panels);
  const other = await portsOf(await device('panel-2', panelType, second, 42), panels);
  const firewall = await portsOf(await device('fw-ham', switchType, third, 1, { location: far }), ['interfaces']);
  const pdu = await portsOf(await device('pdu-1', pduType, first), ['power-ports', 'power-outlets']);
  await make('dcim/rack-reservations', { rack: first, units: [30, 31], description: 'Kept for storage' });
  const plug = (a: [string, string], b: [string, string], more: object = {}) =>
    make('dcim/cables', {
      termination_a_type: a[0],
      termination_a_id: a[1],
      termination_b_type: b[0],
      termination_b_id: b[1],
      status: 'Connected',
      ...more,
    });
  const fibre = { type: 'smf-os2', color: 'f5d90a' };
  await plug(['dcim.interface', leaf.ports.Ethernet1!], ['dcim.frontport', panel.ports['Port 1']!], fibre);
  await plug(['dcim.rearport', panel.ports.Trunk!], ['dcim.rearport', other.ports.Trunk!], {
    ...fibre,
    label: 'TRUNK-1',
    length: 40,
    length_unit: 'm',
  });
  await plug(['dcim.frontport', other.ports['Port 1']!], ['dcim.interface', core.ports.Ethernet1!], fibre);
  const powerPanel = await make('dcim/power-panels', { name: 'Panel A', location: room });
  const feed = await make('dcim/power-feeds', {
    name: 'Feed 1',
    power_panel: powerPanel,
    rack: first,
    status: 'Active',
    voltage: 230,
    amperage: 16,
  });
  await plug(['dcim.powerport', pdu.ports.Inlet!], ['dcim.powerfeed', feed]);
  await plug(['dcim.powerport', server.ports.PSU1!], ['dcim.poweroutlet', pdu.ports['Outlet 1']!]);
  const provider = await make('circuits/providers', { name: 'Netz AG' });
  const circuit_type = await make('circuits/circuit-types', { name: 'Fibre' });
  const circuit = await make('circuits/circuits', { cid: 'BER-HAM-1', provider, circuit_type, status: 'Active' });
  const [a, z] = await makeEach('circuits/circuit-terminations', [
    { circuit, term_side: 'A', location: site, port_speed: 10_000_000 },
    { circuit, term_side: 'Z', location: far },
  ]);
  await plug(['dcim.interface', core.ports.Ethernet24!], ['circuits.circuittermination', a!.id]);
  await plug(['circuits.circuittermination', z!.id], ['dcim.interface', firewall.ports.Ethernet1!]);
  const cluster_type = await make('virtualization/cluster-types', { name: 'KVM' });
  const cluster = await make('virtualization/clusters', { name: 'cluster-1', cluster_type, location: room });
  await makeEach(
    'virtualization/virtual-machines',
    Array.from({ length: 3 }, (_, at) => ({
      name: `vm-${at}`,
      cluster,
      status: 'Active',
      vcpus: 4,
      memory: 4096,
      disk: 50,
    })),
  );
  await client.must(200, 'PATCH', `dcim/devices/${server.id}/`, { cluster });
  await makeCrowd();
  return {
    site,
    room,
    racks: [first, second, third],
    leaf,
    core,
    server,
    panel,
    firewall,
    circuit,
    powerPanel,
    cluster,
    crowd: crowded,
  };

  /** Spines, and leaves that lead to two of them each. */
  async function makeCrowd(): Promise<void> {
    const devices = await makeEach(
      'dcim/devices',
      Array.from({ length: crowd }, (_, at) => ({
        ...usual,
        location: crowded,
        name: `${at < spines ? 'spine' : 'tor'}-${at}`,
        device_type: at < spines ? spineType : serverType,
      })),
    );
    await makeEach(
      'dcim/interfaces',
      devices.slice(0, spines).flatMap((spine) =>
        Array.from({ length: Math.ceil((2 * (crowd - spines)) / spines) }, (_, at) => ({
          device: spine.id,
          name: `Ethernet${at + 1}`,
          type: '10gbase-x-sfpp',
          status: 'Active',
        })),
      ),
    );
    const ports = new Map<string, string>();
    for (let offset = 0; ; offset += page) {
      const found = await all(`dcim/interfaces/?location=${crowded}&limit=${page}&offset=${offset}`);
      for (const port of found) ports.set(`${port.device.id} ${port.name}`, port.id);
      if (found.length < page) break;
    }
    const cables: object[] = [];
    for (let at = spines; at < crowd; at += 1)
      for (const side of [0, 1]) {
        const cable = 2 * (at - spines) + side;
        const near = ports.get(`${devices[at]!.id} Ethernet${side + 1}`);
        const far = ports.get(`${devices[cable % spines]!.id} Ethernet${Math.floor(cable / spines) + 1}`);
        cables.push({
          termination_a_type: 'dcim.interface',
          termination_a_id: near,
          termination_b_type: 'dcim.interface',
          termination_b_id: far,
          status: 'Connected',
        });
      }
    await makeEach('dcim/cables', cables);
  }
}
