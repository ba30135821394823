import { primary } from '@plumbline/extensions';
import { by, defineModel, f } from '@plumbline/model';
import { inGlobalNamespace } from '../fields/inGlobalNamespace';

/** A routing table of its own inside a namespace. */
export const Vrf = defineModel('ipam.vrf', {
  endpoint: 'vrfs',
  menu: [{ under: ['Networks', 'Layer 3 / Routing'], at: 470 }],
  home: { section: 'Networks', at: 1 },
  traits: [primary],
  title: 'VRF',
  description: 'Routing tables that are kept apart from one another inside a namespace.',
  listed: ['name', 'rd', 'tenant', 'description'],
  fields: {
    name: f.text(100),
    rd: f.text(21).optional().blank().label('Route distinguisher'),
    description: f.text(200).default(''),
    namespace: inGlobalNamespace('vrfs').with({ indexed: false }),
    tenant: f.ref('tenancy.tenant', { reverse: 'vrfs' }).optional(),
    devices: f.listOf('ipam.vrfdeviceassignment', 'vrf', {
      through: 'device',
      to: 'dcim.device',
      reverse: 'vrfs',
      rootOnly: true,
    }),
    virtual_machines: f.listOf('ipam.vrfdeviceassignment', 'vrf', {
      through: 'virtual_machine',
      to: 'virtualization.virtualmachine',
      reverse: 'vrfs',
      rootOnly: true,
    }),
    prefixes: f.listOf('ipam.vrfprefixassignment', 'vrf', {
      through: 'prefix',
      to: 'ipam.prefix',
      reverse: 'vrfs',
      rootOnly: true,
    }),
    import_targets: f.many('ipam.routetarget', { reverse: 'importing_vrfs' }),
    export_targets: f.many('ipam.routetarget', { reverse: 'exporting_vrfs' }),
  },
  order: ['namespace', 'name', 'rd'],
  unique: [['namespace', 'rd']],
  naturalKey: ['namespace.name', 'rd'],
  display: (vrf) => `${vrf['namespace.name']}: (${vrf.name})`,
  displayNeeds: ['namespace.name'],
  filterable: ['name', 'rd', 'tenant', 'namespace', 'import_targets', 'export_targets'],
  filters: {
    q: by.search({ id: 'iexact', name: 'icontains', rd: 'icontains', description: 'icontains' }),
    tenant_id: by.relationId('tenant'),
    tenant_group: by.tree('tenant.tenant_group', { isnull: true }),
    device: by.relation('device_assignments.device'),
    prefix: by.relationId('prefix_assignments.prefix'),
  },
});
