import type { Addresses } from './addresses';
import type { Clusters } from './clusters';
import type { Definitions } from './definitions';
import type { Devices } from './devices';
import type { Hardware } from './hardware';
import type { Networks } from './networks';
import type { Places } from './places';
import type { Tenancy } from './tenancy';
import { hex, type Tools } from './tools';

/** Machines. */
export function makeMachines(
  { add, brief, choice, generic, named, size }: Tools,
  {
    sites,
    clusters,
    deviceRoles,
    switches,
    tenants,
    platforms,
    tagged,
    serviceVlan,
    vrfs,
    address,
    fhrp,
  }: Places & Clusters & Devices & Tenancy & Hardware & Definitions & Networks & Addresses,
) {
  sites.forEach((site, index) => {
    for (let number = 0; number < size.machinesPerSite; number++) {
      const cluster = number % 2 || index > 2 ? null : clusters[index]!;
      const machine = add('virtualization/virtual-machines', {
        name: `vm${number}.site${index}`,
        role: brief(deviceRoles[1]),
        status: choice(index ? 'active' : 'paused'),
        site: brief(site),
        cluster: brief(cluster ?? undefined),
        tenant: brief(tenants[0]),
        platform: brief(platforms[1]),
        vcpus: number === 0 ? 2.5 : 4.0,
        memory: 4096,
        disk: 20_000,
        serial: `V${index}-${number}`,
        start_on_boot: choice('on'),
        description: 'A machine',
        comments: '',
        local_context_data: number ? null : { a: 1 },
        tags: tagged(0),
      });
      add('virtualization/virtual-disks', {
        virtual_machine: brief(machine),
        name: 'sda',
        size: 20_000,
        description: 'The only one',
      });
      const first = add('virtualization/interfaces', {
        virtual_machine: brief(machine),
        name: 'eth0',
        enabled: true,
        mtu: 1500,
        mac_address: `02:00:00:${hex(index)}:${hex(number)}:01`,
        description: '',
        mode: choice('tagged'),
        untagged_vlan: null,
        tagged_vlans: [brief(serviceVlan)],
      });
      add('virtualization/interfaces', {
        virtual_machine: brief(machine),
        name: 'eth0.1',
        enabled: false,
        parent: brief(first),
        bridge: brief(first),
        description: '',
        vrf: brief(vrfs[0]),
      });
      const ip = address(
        `10.${index}.1.${100 + number}/24`,
        generic('assigned_object', 'virtualization.vminterface', first),
      );
      machine.primary_ip4 = brief(ip);
      add('ipam/services', {
        ...generic('parent_object', 'virtualization.virtualmachine', machine),
        parent: brief(machine),
        name: 'ssh',
        protocol: choice('tcp'),
        ports: [22],
        ipaddresses: [brief(ip)],
        description: '',
        comments: '',
      });
    }
  });
  named('virtualization/virtual-machine-types', 'Medium', { default_vcpus: 2, default_memory: 4096 });
  add('ipam/services', {
    ...generic('parent_object', 'dcim.device', switches[0]!),
    name: 'snmp',
    protocol: choice('udp'),
    ports: [161, 162],
    description: 'A service',
    comments: 'Version 3',
  });
  add('ipam/services', {
    ...generic('parent_object', 'dcim.device', switches[0]!),
    name: 'snmp',
    protocol: choice('sctp'),
    ports: [163],
    description: '',
    comments: '',
  });
  add('ipam/services', {
    ...generic('parent_object', 'ipam.fhrpgroup', fhrp),
    name: 'vip',
    protocol: choice('tcp'),
    ports: [443],
    description: '',
    comments: '',
  });
  named('ipam/service-templates', 'Web', { protocol: choice('tcp'), ports: [80, 443], comments: '' });
}
