import { netboxFacts, type Release } from './netboxFacts';
import type { NetboxWorld, Shown } from './worldBuilder';

/** A world in the shapes of a release: the lists it has, and of their objects the fields it has. */
export function shapeOf(world: NetboxWorld, release: Release): NetboxWorld {
  const { lists } = netboxFacts(release);
  const shaped: NetboxWorld = new Map();
  for (const [list, { fields }] of Object.entries(lists)) {
    const objects = (world.get(list) ?? []).filter((object) => release !== '3.7' || wasBefore(list, object));
    shaped.set(
      list,
      objects.map((object) => {
        const said = release === '3.7' ? asBefore(list, object) : object;
        if (fields.length === 0) return said;
        return Object.fromEntries(
          ['id', ...fields].filter((field) => Object.hasOwn(said, field)).map((field) => [field, said[field]]),
        ) as Shown;
      }),
    );
  }
  return shaped;
}

/** Whether there were such objects in older releases. */
const wasBefore = (list: string, object: Shown): boolean =>
  list !== 'ipam/services' || object.parent_object_type !== 'ipam.fhrpgroup';

/** What older releases said in other words. */
function asBefore(list: string, object: Shown): Shown {
  const isAt = (type: string) => (object.scope_type === type ? object.scope : null);
  const named = (name: string) => (object[name] === undefined ? {} : { content_types: object[name] });
  switch (list) {
    case 'ipam/prefixes':
    case 'virtualization/clusters':
      return { ...object, site: isAt('dcim.site') };
    case 'circuits/circuit-terminations': {
      const at = (type: string) => (object.termination_type === type ? object.termination : null);
      return { ...object, site: at('dcim.site'), provider_network: at('circuits.providernetwork') };
    }
    case 'ipam/services': {
      const of = (type: string) => (object.parent_object_type === type ? object.parent_object : null);
      return { ...object, device: of('dcim.device'), virtual_machine: of('virtualization.virtualmachine') };
    }
    case 'dcim/front-ports':
    case 'dcim/front-port-templates': {
      const [first] = object.rear_ports as { rear_port: number; rear_port_position: number }[];
      return { ...object, rear_port: { id: first!.rear_port }, rear_port_position: first!.rear_port_position };
    }
    case 'ipam/vlan-groups': {
      const [first] = object.vid_ranges as number[][];
      return { ...object, min_vid: first![0], max_vid: first![1] };
    }
    case 'tenancy/contacts':
      return { ...object, group: (object.groups as unknown[])[0] ?? null };
    case 'dcim/racks':
      return { ...object, type: object.form_factor };
    case 'dcim/devices':
      return { ...object, device_role: object.role };
    case 'virtualization/virtual-machines':
    case 'virtualization/virtual-disks': {
      const inGigabytes = (size: unknown) => (typeof size === 'number' ? size / 1000 : size);
      return { ...object, disk: inGigabytes(object.disk), size: inGigabytes(object.size) };
    }
    case 'extras/event-rules': {
      const events = object.event_types as string[];
      const tells = (event: string) => events.includes(event);
      return {
        ...object,
        ...named('object_types'),
        type_create: tells('object_created'),
        type_update: tells('object_updated'),
        type_delete: tells('object_deleted'),
        type_job_start: tells('job_started'),
        type_job_end: tells('job_completed'),
      };
    }
    case 'extras/custom-fields':
      return { ...object, ...named('object_types'), object_type: object.related_object_type };
    case 'tenancy/contact-assignments':
    case 'extras/image-attachments':
      return { ...object, content_type: object.object_type };
    case 'extras/custom-links':
    case 'extras/export-templates':
    case 'extras/saved-filters':
      return { ...object, ...named('object_types') };
    default:
      return object;
  }
}
