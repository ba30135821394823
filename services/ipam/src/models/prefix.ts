import { acceptsLocation, locationNeeds } from '@plumbline/domain';
import { primary } from '@plumbline/extensions';
import { by, defineModel, f, firstProblem } from '@plumbline/model';
import { addressFamilies, familyOf, familySchema } from '../choices/addressFamilies';
import { prefixTypes } from '../choices/prefixTypes';
import { inGlobalNamespace } from '../fields/inGlobalNamespace';
import { coveringPrefixes, exactPrefixes, prefixesInside, prefixesWithin } from '../filters/prefixFilters';
import { presentInVrf } from '../filters/presentInVrf';
import { searchPrefixes } from '../filters/searchNetworks';
import { adoptIntoPrefixes } from '../tree/adoptIntoPrefixes';
import { leavePrefixTree } from '../tree/leavePrefixTree';
import { lockPrefixesOfExclusive } from '../tree/namespacesFirst';
import { placePrefixes } from '../tree/placePrefixes';

/** A block of addresses. Its parent, the closest block around it, follows from what else is in the namespace. */
export const Prefix = defineModel('ipam.prefix', {
  endpoint: 'prefixes',
  menu: [{ under: ['Networks', 'IP Management'], at: 420 }],
  home: { section: 'Networks', at: 2 },
  traits: [primary, { dynamicGroups: true }],
  title: 'prefix',
  plural: 'prefixes',
  description: 'Blocks of addresses; those of a namespace form a tree by what contains what.',
  listed: ['prefix', 'namespace', 'type', 'status', 'tenant', 'location', 'vlan', 'role', 'description'],
  page: {
    panels: {
      Prefix: [
        'prefix',
        'parent',
        'namespace',
        'type',
        'network',
        'broadcast',
        'prefix_length',
        'ip_version',
        'description',
        'role',
        'vlan',
        'location',
        'tenant',
        'rir',
        'date_allocated',
      ],
    },
  },
  fields: {
    prefix: f.prefix().describe('The block; bits behind its length are cleared.').with({ logged: false }),
    type: f.choice(prefixTypes).defaultAlsoOnReplace('network'),
    network: f.generated('host', 'host(prefix)::inet').with({ block: 'prefix', logged: true }),
    broadcast: f.generated('host', 'host(broadcast(prefix))::inet').with({ block: 'prefix', logged: true }),
    prefix_length: f.generated('int', 'masklen(prefix)').with({ logged: true }),
    ip_version: f
      .generated('int', 'family(prefix)')
      .label('IP Version')
      .with({ choices: addressFamilies, logged: true })
      .inForm({ type: ['integer', 'null'] }),
    family: f.computed(familySchema, (prefix) => familyOf(prefix.ip_version)).addition(),
    date_allocated: f.dateTime().optional(),
    description: f.text(200).default(''),
    status: f.ref('extras.status', { reverse: 'prefixes', onlyFor: 'ipam.prefix' }),
    role: f.ref('extras.role', { reverse: 'prefixes', onlyFor: 'ipam.prefix' }).optional(),
    parent: f.ref('ipam.prefix', { reverse: 'children', onDelete: 'handled' }).optional(),
    location: f.ref('dcim.location', { reverse: 'prefixes' }).optional(),
    // Found by the indexes it leads.
    namespace: inGlobalNamespace('prefixes').with({ indexed: false }),
    tenant: f.ref('tenancy.tenant', { reverse: 'prefixes' }).optional(),
    vlan: f.ref('ipam.vlan', { reverse: 'prefixes' }).optional().label('VLAN'),
    rir: f.ref('ipam.rir', { reverse: 'prefixes' }).optional().label('RIR'),
  },
  // Version 4 first, and each block directly before what it contains.
  order: ['namespace', 'prefix'],
  unique: [{ fields: ['namespace', 'network', 'prefix_length'], checkedBy: 'model' }],
  indexes: [
    ['namespace', 'prefix'],
    ['namespace', 'parent', 'prefix'],
  ],
  naturalKey: ['namespace.name', 'network', 'prefix_length'],
  display: (prefix) => String(prefix.prefix),
  filterable: ['prefix_length', 'date_allocated', 'status', 'role', 'tenant', 'rir', 'namespace'],
  filters: {
    q: by.rule(searchPrefixes, { single: true }),
    prefix: by.rule(exactPrefixes),
    within: by.rule(prefixesInside),
    within_include: by.rule(prefixesWithin),
    contains: by.rule(coveringPrefixes),
    type: by.choice('type', prefixTypes),
    ip_version: by.decimal('ip_version'),
    family: by.decimal('ip_version'),
    parent: by.relationId('parent'),
    location: by.tree('location'),
    tenant_id: by.relationId('tenant'),
    tenant_group: by.tree('tenant.tenant_group', { isnull: true }),
    vlan_id: by.relationId('vlan'),
    vlan_vid: by.number('vlan.vid'),
    has_rir: by.has('rir'),
    vrfs: by.relation('vrf_assignments.vrf', { key: 'rd', isnull: true }),
    present_in_vrf: by.rule(presentInVrf('vrf_assignments.vrf', 'rd'), { single: true }),
    present_in_vrf_id: by.rule(presentInVrf('vrf_assignments.vrf', 'id'), { single: true }),
  },
  needs: { location: locationNeeds },
  neededWith: { location: [] },
  beforeLock: [lockPrefixesOfExclusive],
  prepare: [placePrefixes],
  validate: [firstProblem(acceptsLocation('ipam.prefix', 'Prefixes'))],
  afterSave: [adoptIntoPrefixes],
  beforeDelete: [leavePrefixTree],
});
