import { readNetwork } from '@plumbline/model';
import { type Draft, refTo } from '../../apply/draft';
import { namespaceOf } from '../addressSpace';
import { choiceOf, derived, idOf, kept, keyOf, type Mapping, ref, to } from './language';
import { placeOf, roleNamed } from './places';
import { comments, counters, primary, slug } from './shared';

/** A VRF is a namespace of its own, which holds its prefixes, and the VRF in it. */
export const vrf: Mapping = {
  from: 'ipam.vrf',
  list: 'ipam/vrfs',
  to: { endpoint: 'ipam/vrfs', label: 'ipam.vrf' },
  fields: {
    ...primary,
    ...comments,
    name: to('name'),
    rd: to('rd', (value) => value || null),
    tenant: ref('tenant', 'tenancy.tenant'),
    enforce_unique: kept('boolean', (value) => (value === false ? false : null)),
    description: to('description'),
    import_targets: ref('import_targets', 'ipam.routetarget'),
    export_targets: ref('export_targets', 'ipam.routetarget'),
    ...counters('ipaddress_count', 'prefix_count'),
  },
  finish: (draft, object) => {
    const key = namespaceOf(object.id);
    draft.body.namespace = refTo(key, true);
    return [
      {
        endpoint: 'ipam/namespaces',
        key,
        body: { name: String(object.name) },
        once: { description: `The address space of the VRF ${String(object.name)}`.slice(0, 200) },
      },
    ];
  },
};

export const routeTarget: Mapping = {
  from: 'ipam.routetarget',
  list: 'ipam/route-targets',
  to: { endpoint: 'ipam/route-targets', label: 'ipam.routetarget' },
  fields: {
    ...primary,
    ...comments,
    name: to('name'),
    tenant: ref('tenant', 'tenancy.tenant'),
    description: to('description'),
  },
};

export const rir: Mapping = {
  from: 'ipam.rir',
  list: 'ipam/rirs',
  to: { endpoint: 'ipam/rirs', label: 'ipam.rir' },
  fields: {
    ...primary,
    ...slug,
    ...comments,
    name: to('name'),
    is_private: to('is_private'),
    description: to('description'),
    ...counters('aggregate_count'),
  },
};

export const prefix: Mapping = {
  from: 'ipam.prefix',
  list: 'ipam/prefixes',
  to: { endpoint: 'ipam/prefixes', label: 'ipam.prefix' },
  needs: ['ipam.aggregate', 'ipam.vrf'],
  fields: {
    ...primary,
    ...comments,
    family: derived('the prefix says it'),
    prefix: to('prefix', canonical),
    vrf: derived('the namespace is the VRF’s'),
    scope_type: derived('the location, where it is one'),
    scope_id: derived('the location, where it is one'),
    scope: derived('the location, where it is one'),
    site: derived('the location'),
    tenant: ref('tenant', 'tenancy.tenant'),
    vlan: ref('vlan', 'ipam.vlan'),
    status: to('status', (value, _, context) =>
      context.status(choiceOf(value) === 'container' ? 'active' : value, 'ipam.prefix'),
    ),
    role: ref('role', 'ipam.role'),
    is_pool: derived('the type says it'),
    mark_utilized: kept('boolean', (value) => value || null),
    description: to('description'),
    ...counters('children', '_depth'),
  },
  finish: (draft, object, context) => {
    const text = String(object.prefix);
    const { namespace, layer } = context.space.prefix(idOf(object.vrf), text);
    Object.assign(draft.body, {
      namespace: refTo(namespace, true),
      type: choiceOf(object.status) === 'container' ? 'container' : object.is_pool ? 'pool' : 'network',
      location: placeOf(object) ?? null,
    });
    const more: Draft[] = [];
    if (layer > 0) more.push(duplicates(context, 'ipam.prefix', object, namespace));
    const aggregates = aggregatesByNetwork(context);
    const aggregate = idOf(object.vrf) === undefined && layer === 0 ? aggregates.get(canonical(text)) : undefined;
    // Where there are none they may have been left out of this import.
    if (aggregates.size > 0)
      Object.assign(draft.body, {
        rir: aggregate ? refTo(keyOf('ipam.rir', idOf(aggregate.rir))) : null,
        date_allocated: aggregate?.date_added ? midnight(aggregate.date_added) : null,
      });
    return more;
  },
};

type Told = Parameters<NonNullable<Mapping['finish']>>[2];
type Theirs = Parameters<NonNullable<Mapping['finish']>>[1];

/** The namespace of what is there more than once. */
function duplicates(context: Told, from: string, object: Theirs, namespace: string): Draft {
  const vrf = context.all('ipam.vrf').get(idOf(object.vrf) ?? -1);
  const number = namespace.split(' duplicates ')[1];
  const name = `${vrf ? String(vrf.name) : 'Global'} duplicates ${number}`;
  context.adjusted(from, object, `is there more than once in its table, and stands in the namespace "${name}"`);
  return { endpoint: 'ipam/namespaces', key: namespace, body: { name } };
}

const midnight = (date: unknown): string => `${String(date)}T00:00:00Z`;

function canonical(value: unknown): string {
  const network = readNetwork(String(value));
  return network ? `${network.network}/${network.length}` : String(value);
}

const byNetwork = new WeakMap<object, ReadonlyMap<string, Theirs>>();

function aggregatesByNetwork(context: Told): ReadonlyMap<string, Theirs> {
  const all = context.all('ipam.aggregate');
  const known = byNetwork.get(all);
  if (known) return known;
  const made = new Map([...all.values()].map((aggregate) => [canonical(aggregate.prefix), aggregate]));
  byNetwork.set(all, made);
  return made;
}

/** An aggregate is a container in the global namespace; where there is a prefix of that network, it is that one. */
export const aggregate: Mapping = {
  from: 'ipam.aggregate',
  list: 'ipam/aggregates',
  to: { endpoint: 'ipam/prefixes', label: 'ipam.prefix' },
  fields: {
    ...primary,
    ...comments,
    family: derived('the prefix says it'),
    prefix: to('prefix', canonical),
    rir: ref('rir', 'ipam.rir'),
    tenant: ref('tenant', 'tenancy.tenant'),
    date_added: to('date_allocated', (value) => (value ? midnight(value) : null)),
    description: to('description'),
  },
  accepts: (object, context) => {
    if (!context.space.has('namespace:global', String(object.prefix))) return true;
    context.adjusted('ipam.aggregate', object, 'is one with the prefix of its network, which names its RIR');
    return false;
  },
  finish: (draft, object, context) => {
    context.space.prefix(undefined, String(object.prefix));
    Object.assign(draft.body, {
      namespace: refTo('namespace:global', true),
      type: 'container',
      status: context.status('active', 'ipam.prefix'),
    });
  },
};

const shared = new Set(['anycast', 'vip', 'vrrp', 'hsrp', 'glbp', 'carp']);
const types = new Set(['dhcp', 'slaac']);

export const ipAddress: Mapping = {
  from: 'ipam.ipaddress',
  list: 'ipam/ip-addresses',
  to: { endpoint: 'ipam/ip-addresses', label: 'ipam.ipaddress' },
  needs: ['ipam.vrf'],
  fields: {
    ...primary,
    ...comments,
    family: derived('the address says it'),
    address: to('address', (value) => {
      const network = readNetwork(String(value));
      return network ? `${network.host}/${network.length}` : value;
    }),
    vrf: derived('the namespace is the VRF’s'),
    tenant: ref('tenant', 'tenancy.tenant'),
    status: to('status', (value, _, context) =>
      context.status(types.has(String(choiceOf(value))) ? 'active' : value, 'ipam.ipaddress'),
    ),
    role: roleNamed('ipam.ipaddress'),
    assigned_object_type: derived('it is assigned to that'),
    assigned_object_id: derived('it is assigned to that'),
    assigned_object: derived('it is assigned to that'),
    nat_inside: ref('nat_inside', 'ipam.ipaddress'),
    nat_outside: derived('the addresses outside say it'),
    dns_name: to('dns_name'),
    description: to('description'),
  },
  finish: (draft, object, context) => {
    const role = String(choiceOf(object.role) ?? '');
    const text = String(object.address);
    const { namespace, layer, same } = context.space.address(idOf(object.vrf), text, draft.key, shared.has(role));
    const assignment = assignmentOf(object, same ?? draft.key);
    if (same) {
      context.alias(draft.key, same);
      context.adjusted('ipam.ipaddress', object, 'is one with the other addresses of the same host and role');
      return assignment;
    }
    const type = String(choiceOf(object.status));
    Object.assign(draft.body, { type: types.has(type) ? type : 'host' });
    draft.once = { namespace: refTo(namespace, true) };
    const more: Draft[] = [...assignment];
    if (layer > 0) more.push(duplicates(context, 'ipam.ipaddress', object, namespace));
    const missing = context.space.missingParent(namespace, text);
    if (missing) {
      context.adjusted('ipam.ipaddress', object, 'had no prefix; the one of its network was made');
      more.push({
        endpoint: 'ipam/prefixes',
        key: `madeprefix:${namespace} ${missing}`,
        body: { prefix: missing, namespace: refTo(namespace, true), status: context.status('active', 'ipam.prefix') },
        once: { type: 'network', description: 'Made by the import from NetBox, for addresses that had no prefix' },
      });
    }
    return more;
  },
};

/** That an address is one of an interface. */
function assignmentOf(object: Theirs, address: string): Draft[] {
  const field = (
    { 'dcim.interface': 'interface', 'virtualization.vminterface': 'vm_interface' } as Record<string, string>
  )[String(object.assigned_object_type)];
  if (!field) return [];
  return [
    {
      endpoint: 'ipam/ip-address-to-interface',
      key: keyOf('ipam.ipaddresstointerface', object.id),
      body: {
        ip_address: refTo(address, true),
        interface: null,
        vm_interface: null,
        [field]: refTo(keyOf(String(object.assigned_object_type), object.assigned_object_id), true),
      },
    },
  ];
}

export const ipRange: Mapping = {
  from: 'ipam.iprange',
  list: 'ipam/ip-ranges',
  nowhere: 'there are no ranges here; prefixes of type pool and single addresses are',
  fields: {},
};

export const asn: Mapping = {
  from: 'ipam.asn',
  list: 'ipam/asns',
  nowhere: 'its number is a field of the sites and providers that have it',
  fields: {},
};

export const asnRange: Mapping = {
  from: 'ipam.asnrange',
  list: 'ipam/asn-ranges',
  nowhere: 'there are no ranges of AS numbers here',
  fields: {},
};
