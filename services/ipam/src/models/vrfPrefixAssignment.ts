import { bare, defineModel, f } from '@plumbline/model';

/** That a prefix is part of a VRF. */
export const VrfPrefixAssignment = defineModel('ipam.vrfprefixassignment', {
  inGraphs: true,
  title: 'vrf prefix assignment',
  className: 'VRFPrefixAssignment',
  description: 'The prefixes of each VRF.',
  traits: [bare],
  fields: {
    vrf: f.ref('ipam.vrf', { reverse: 'prefix_assignments', onDelete: 'cascade' }),
    prefix: f.ref('ipam.prefix', { reverse: 'vrf_assignments', onDelete: 'cascade' }),
  },
  order: ['id'],
  unique: [['vrf', 'prefix']],
  naturalKey: ['vrf.namespace.name', 'vrf.rd', 'prefix.namespace.name', 'prefix.network', 'prefix.prefix_length'],
  display: (assignment) => `${assignment['vrf.name']}: ${assignment['prefix.prefix']}`,
  displayNeeds: ['vrf.name', 'prefix.prefix'],
});
