import type { Draft } from '../../apply/draft';
import { refTo } from '../../apply/draft';
import { networked, vlansFitMode } from './devices';
import {
  derived,
  idOf,
  inWords,
  isEmpty,
  kept,
  keyOf,
  linked,
  type Mapping,
  numberOf,
  ref,
  required,
  to,
} from './language';
import { active, placeOf, status } from './places';
import { comments, counters, description, primary, slug } from './shared';

const grouping = (name: string, what: string): Mapping => ({
  from: `virtualization.${name.replace(/-/g, '')}`,
  list: `virtualization/${name}s`,
  to: { endpoint: `virtualization/${name}s`, label: `virtualization.${name.replace(/-/g, '')}` },
  fields: { ...primary, ...slug, ...comments, name: to('name'), description: to('description'), ...counters(what) },
});

export const clusterType = grouping('cluster-type', 'cluster_count');
export const clusterGroup = grouping('cluster-group', 'cluster_count');

/** Devices of a cluster stand at its location or below; groups of sites are a tree of their own. */
export const cluster: Mapping = {
  from: 'virtualization.cluster',
  list: 'virtualization/clusters',
  to: { endpoint: 'virtualization/clusters', label: 'virtualization.cluster' },
  fields: {
    ...primary,
    ...description,
    name: to('name'),
    type: required('cluster_type', 'virtualization.clustertype'),
    group: ref('cluster_group', 'virtualization.clustergroup'),
    status: kept('text', inWords),
    tenant: ref('tenant', 'tenancy.tenant'),
    scope_type: derived('the location, where it is one'),
    scope_id: derived('the location, where it is one'),
    scope: kept('text', (value, object) => (object.scope_type === 'dcim.sitegroup' ? inWords(value) : null)),
    site: derived('the location'),
    comments: to('comments'),
    ...counters('device_count', 'virtualmachine_count', 'allocated_vcpus', 'allocated_memory', 'allocated_disk'),
  },
  finish: (draft, object) => {
    draft.body.location = (object.scope_type === 'dcim.sitegroup' ? undefined : placeOf(object)) ?? null;
  },
};

/** Since 4.1 disks are told in megabytes. */
const inGigabytes = ([major, minor]: readonly [number, number]): boolean => major < 4 || (major === 4 && minor < 1);

/** A virtual machine runs in a cluster here; those that run in none there are in one that is made for their site. */
export const virtualMachine: Mapping = {
  from: 'virtualization.virtualmachine',
  list: 'virtualization/virtual-machines',
  to: { endpoint: 'virtualization/virtual-machines', label: 'virtualization.virtualmachine' },
  fields: {
    ...primary,
    ...description,
    name: to('name'),
    virtual_machine_type: kept('text', inWords),
    role: ref('role', 'dcim.devicerole'),
    status: status('virtualization.virtualmachine'),
    start_on_boot: kept('text', inWords),
    site: derived('the cluster is there'),
    cluster: ref('cluster', 'virtualization.cluster'),
    device: linked('dcim.device', 'NetBox host of virtual machine'),
    platform: ref('platform', 'dcim.platform'),
    primary_ip: derived('one of the next two'),
    primary_ip4: ref('primary_ip4', 'ipam.ipaddress'),
    primary_ip6: ref('primary_ip6', 'ipam.ipaddress'),
    vcpus: to('vcpus', (value, object, context) => {
      const count = numberOf(value);
      if (count !== null && !Number.isInteger(count))
        context.nowhere(
          'virtualization.virtualmachine',
          object,
          'vcpus',
          'processors are whole numbers here; it was rounded up',
        );
      return count === null ? null : Math.ceil(count);
    }),
    memory: to('memory'),
    disk: to('disk', (value, object, context) => {
      const size = numberOf(value);
      if (size === null || inGigabytes(context.version)) return size;
      if (size % 1000 !== 0)
        context.nowhere(
          'virtualization.virtualmachine',
          object,
          'disk',
          'disks are whole gigabytes here; it was rounded up',
        );
      return Math.ceil(size / 1000);
    }),
    serial: kept(),
    tenant: ref('tenant', 'tenancy.tenant'),
    comments: to('comments'),
    local_context_data: to('local_config_context_data', (value) => value ?? null),
    config_template: kept('text', inWords),
    ...counters('interface_count', 'virtual_disk_count'),
  },
  finish: (draft, object, context) => {
    if (idOf(object.cluster) !== undefined) {
      draft.body.cluster = refTo(keyOf('virtualization.cluster', idOf(object.cluster)), true);
      return;
    }
    const site = idOf(object.site);
    const key = `madecluster:${site ?? 'none'}`;
    draft.body.cluster = refTo(key, true);
    const name = site === undefined ? 'No cluster' : `No cluster (${inWords(object.site)})`;
    context.adjusted(
      'virtualization.virtualmachine',
      object,
      `runs in no cluster, and is in one that was made: "${name}"`,
    );
    const made: Draft[] = [
      { endpoint: 'virtualization/cluster-types', key: 'madeclustertype:none', body: { name: 'No cluster' } },
      {
        endpoint: 'virtualization/clusters',
        key,
        body: {
          name,
          cluster_type: refTo('madeclustertype:none', true),
          location: site === undefined ? null : refTo(keyOf('dcim.site', site)),
        },
      },
    ];
    return made;
  },
};

export const vmInterface: Mapping = {
  from: 'virtualization.vminterface',
  list: 'virtualization/interfaces',
  to: { endpoint: 'virtualization/interfaces', label: 'virtualization.vminterface' },
  fields: {
    ...primary,
    ...networked,
    virtual_machine: required('virtual_machine', 'virtualization.virtualmachine'),
    name: to('name'),
    parent: ref('parent_interface', 'virtualization.vminterface'),
    bridge: ref('bridge', 'virtualization.vminterface'),
    vrf: ref('vrf', 'ipam.vrf'),
    description: to('description'),
  },
  finish: (draft, object, context) => {
    draft.body.status = active(context, 'virtualization.vminterface');
    vlansFitMode(draft, object, context);
  },
};

/** The size of all of them is that of the machine; each is a note on it. */
export const virtualDisk: Mapping = {
  from: 'virtualization.virtualdisk',
  list: 'virtualization/virtual-disks',
  nowhere: 'there are no single disks here; each is a note on its virtual machine',
  fields: {},
  make: (object, context) => {
    const target = context.target('virtualization.virtualmachine', idOf(object.virtual_machine));
    if (!target) return [];
    const unit = inGigabytes(context.version) ? 'GB' : 'MB';
    const text = [`Virtual disk: ${String(object.name)}, ${String(object.size)} ${unit}`, object.description]
      .filter((line) => !isEmpty(line))
      .join('\n');
    context.note(target.reference, target.label, keyOf('virtualization.virtualdisk', object.id), text);
    return [];
  },
};

export const virtualMachineType: Mapping = {
  from: 'virtualization.virtualmachinetype',
  list: 'virtualization/virtual-machine-types',
  nowhere: 'there are no types of virtual machines here; the machines keep the name of theirs',
  fields: {},
};
