import { idOf, keyOf, type NetboxObject } from './mapping/language';
import { placeOf, standsAt } from './mapping/places';
import type { NetboxData } from './netboxData';

/** The key of the one place where interfaces use each VLAN; null where there are several. */
export async function vlansUsedAt(data: NetboxData): Promise<ReadonlyMap<number, string | null>> {
  const racks = new Map<number, string>();
  for await (const rack of data.objects('dcim/racks')) racks.set(rack.id, standsAt(rack).$ref);
  const devices = new Map<number, string>();
  for await (const device of data.objects('dcim/devices'))
    devices.set(device.id, racks.get(idOf(device.rack) ?? -1) ?? standsAt(device).$ref);
  const clusters = new Map<number, string>();
  for await (const cluster of data.objects('virtualization/clusters'))
    clusters.set(cluster.id, placeOf(cluster)?.$ref ?? '');
  const machines = new Map<number, string>();
  for await (const machine of data.objects('virtualization/virtual-machines')) {
    const site = idOf(machine.site);
    const cluster = idOf(machine.cluster);
    machines.set(
      machine.id,
      cluster === undefined ? (site === undefined ? '' : keyOf('dcim.site', site)) : (clusters.get(cluster) ?? ''),
    );
  }
  const used = new Map<number, string | null>();
  const note = (object: NetboxObject, place: string | undefined) => {
    for (const vlan of [object.untagged_vlan, ...((object.tagged_vlans ?? []) as unknown[])]) {
      const id = idOf(vlan);
      if (id === undefined) continue;
      const known = used.get(id);
      used.set(id, known === undefined || known === place ? (place ?? null) : null);
    }
  };
  for await (const one of data.objects('dcim/interfaces')) note(one, devices.get(idOf(one.device) ?? -1));
  for await (const one of data.objects('virtualization/interfaces'))
    note(one, machines.get(idOf(one.virtual_machine) ?? -1));
  return used;
}
