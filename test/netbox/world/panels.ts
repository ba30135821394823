import type { Shown } from '../worldBuilder';
import type { Clusters } from './clusters';
import type { Definitions } from './definitions';
import type { Devices } from './devices';
import type { Hardware } from './hardware';
import type { Places } from './places';
import type { Racks } from './racks';
import type { Tenancy } from './tenancy';
import type { Tools } from './tools';

/** Blades, PDUs, patch panels. */
export function makePanels(
  { brief, choice, world, add, size }: Tools,
  {
    device,
    deviceRoles,
    port,
    cable,
    switches,
    types,
    racks,
    feeds,
    clusters,
    rooms,
    tenants,
    tagged,
  }: Devices & Hardware & Racks & Clusters & Places & Tenancy & Definitions,
) {
  const enclosure = device('enclosure', types.chassis, deviceRoles[1], 0, {
    rack: brief(racks[0]),
    location: racks[0]!.location,
    position: 30.0,
    face: choice('front'),
    cluster: brief(clusters[0]),
  });
  const blade = device('blade', types.blade, deviceRoles[1], 0, {
    location: racks[0]!.location,
    rack: brief(racks[0]),
  });
  port('dcim/device-bays', enclosure, 'Bay 1', { installed_device: brief(blade), enabled: true });
  port('dcim/device-bays', enclosure, 'Bay 2', { enabled: false });
  device(null, types.half, deviceRoles[1], 0, {
    rack: brief(racks[0]),
    location: racks[0]!.location,
    position: 38.5,
    face: choice('rear'),
  });
  const pdu = device('pdu', types.pdu, deviceRoles[2], 0, { rack: brief(racks[0]), location: racks[0]!.location });
  const pduInlet = port('dcim/power-ports', pdu, 'Inlet', { type: choice('iec-60309-p-n-e-6h'), maximum_draw: 3600 });
  const outlets = [1, 2].map((number) =>
    port('dcim/power-outlets', pdu, `Outlet ${number}`, {
      type: choice('iec-60320-c13'),
      power_port: brief(pduInlet),
      feed_leg: choice('A'),
      status: choice(number === 2 ? 'faulty' : 'enabled'),
      color: '',
    }),
  );
  const consoleServer = device('console', types.switch, deviceRoles[0], 0, { location: brief(rooms[0]) });
  const serialPort = port('dcim/console-server-ports', consoleServer, 'tty1', {
    type: choice('rj-45'),
    speed: choice(9600),
  });
  const panelsInRack = [0, 1].map((index) => {
    const panel = device(`panel${index}`, types.panel, deviceRoles[0], index, {
      rack: brief(racks[index]),
      location: racks[index]!.location,
      position: 41.0,
      face: choice('front'),
    });
    const rear = port('dcim/rear-ports', panel, 'Rear', { type: choice('mpo'), positions: 4, color: '2196f3' });
    const fronts = [1, 2, 3, 4].map((position) =>
      port('dcim/front-ports', panel, `Front ${position}`, {
        type: choice('lc'),
        color: '',
        positions: 1,
        rear_ports: [{ position: 1, rear_port: rear.id, rear_port_position: position }],
      }),
    );
    rear.front_ports = fronts.map((front, position) => ({
      position: position + 1,
      front_port: front.id,
      front_port_position: 1,
    }));
    return { rear, fronts };
  });
  const portsOf = (list: string, owner: Shown) =>
    world.get(list)!.filter((one) => (one.device as Shown).id === owner.id);
  cable([['dcim.powerfeed', feeds[0]!]], [['dcim.powerport', pduInlet]], {
    type: 'power',
    length: 1.5,
    tenant: brief(tenants[0]),
  });
  cable([['dcim.poweroutlet', outlets[0]!]], [['dcim.powerport', portsOf('dcim/power-ports', switches[0]!)[0]!]], {
    length: null,
    length_unit: null,
  });
  cable(
    [['dcim.consoleserverport', serialPort]],
    [['dcim.consoleport', portsOf('dcim/console-ports', switches[0]!)[0]!]],
    { length: 3.333, status: choice('planned') },
  );
  cable([['dcim.rearport', panelsInRack[0]!.rear]], [['dcim.rearport', panelsInRack[1]!.rear]], {
    type: 'smf',
    comments: 'Across the yard',
    length: 0.2,
    length_unit: choice('km'),
  });
  const far = (owner: number, name: string) =>
    portsOf('dcim/interfaces', switches[owner]!).find((one) => one.name === name)!;
  const second = size.devicesPerSite;
  cable([['dcim.interface', far(0, 'Gi1/0/1')]], [['dcim.frontport', panelsInRack[0]!.fronts[0]!]]);
  cable([['dcim.interface', far(second, 'Gi1/0/1')]], [['dcim.frontport', panelsInRack[1]!.fronts[0]!]]);
  cable(
    [
      ['dcim.interface', far(0, 'Gi1/0/3')],
      ['dcim.interface', far(0, 'Gi1/0/4')],
    ],
    [
      ['dcim.interface', far(1, 'Gi1/0/3')],
      ['dcim.interface', far(1, 'Gi1/0/4')],
    ],
    { profile: choice('trunk-2c1p') },
  );
  const bundle = add('dcim/cable-bundles', { name: 'Bundle', description: '', comments: '' });
  cable(
    [['dcim.interface', far(2, 'Gi1/0/3')]],
    [
      ['dcim.interface', far(3, 'Gi1/0/3')],
      ['dcim.interface', far(3, 'Gi1/0/4')],
    ],
    { type: 'rg-213', bundle: brief(bundle), tags: tagged(0) },
  );
  cable([['dcim.interface', far(4, 'Gi1/0/3')]], [], {});
  for (const one of world.get('dcim/cables')!)
    for (const side of ['A', 'B'])
      for (const end of one[side === 'A' ? 'a_terminations' : 'b_terminations'] as {
        object_type: string;
        object_id: number;
      }[])
        add('dcim/cable-terminations', {
          cable: one.id,
          cable_end: side,
          termination_type: end.object_type,
          termination_id: end.object_id,
        });
  add('dcim/virtual-device-contexts', {
    name: 'Admin',
    device: brief(switches[0]),
    identifier: 1,
    status: choice('active'),
    tenant: brief(tenants[0]),
    description: 'A context',
  });
  return { far };
}

export type Panels = ReturnType<typeof makePanels>;
