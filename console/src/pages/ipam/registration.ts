import { lazy } from 'react';
import type { Registration } from '../registration';

const PrefixTreeView = lazy(async () => ({ default: (await import('./PrefixTree')).PrefixTreeView }));
const PrefixInside = lazy(async () => ({ default: (await import('./PrefixTree')).PrefixInside }));
const AddressMap = lazy(async () => ({ default: (await import('./AddressMap')).AddressMap }));
const AddressStory = lazy(async () => ({ default: (await import('./AddressStory')).AddressStory }));
const AddressHistory = lazy(async () => ({ default: (await import('./AddressStory')).AddressHistory }));
const VlanGrid = lazy(async () => ({ default: (await import('./VlanGrid')).VlanGrid }));
const RouteTargets = lazy(async () => ({ default: (await import('./RouteTargets')).RouteTargets }));
const FullPrefixes = lazy(async () => ({ default: (await import('./FullPrefixes')).FullPrefixes }));
const TargetUsers = lazy(async () => ({ default: (await import('./RouteTargets')).TargetUsers }));

/** Bits of the largest block that is drawn address by address: 4,096 of them. */
const mapped = 12;

/** What the models of ipam have beside what is made of their descriptions. */
export const ipam: Registration = {
  models: {
    'ipam.prefix': {
      listViews: [{ name: 'tree', label: 'Tree', icon: 'tree', component: PrefixTreeView }],
      isDefaultView: true,
      hiddenReferrers: ['ipam.prefix.parent'],
      tabs: [
        { name: 'inside', label: 'Inside', component: PrefixInside },
        {
          name: 'map',
          label: 'Map',
          component: AddressMap,
          when: ({ ip_version, prefix_length }) => (ip_version === 4 ? 32 : 128) - Number(prefix_length) <= mapped,
        },
      ],
    },
    'ipam.ipaddress': {
      panels: [
        { component: AddressStory, place: 'main' },
        { title: 'Lately', component: AddressHistory, place: 'side' },
      ],
      hiddenFields: ['interfaces', 'vm_interfaces', 'nat_inside', 'nat_outside_list', 'parent'],
    },
    'ipam.vlangroup': { tabs: [{ name: 'grid', label: 'VIDs', component: VlanGrid }] },
    'ipam.vrf': {
      panels: [{ component: RouteTargets, place: 'main' }],
      hiddenFields: ['import_targets', 'export_targets'],
    },
    'ipam.routetarget': {
      panels: [{ component: TargetUsers, place: 'main' }],
      hiddenReferrers: ['ipam.vrf.import_targets', 'ipam.vrf.export_targets'],
    },
  },
  pages: [],
  home: [{ title: 'Prefixes filling up', component: FullPrefixes, place: 'attention', requires: 'ipam.prefix' }],
};
