import { lazy } from 'react';
import { isCabled } from '../../cabling/isCabled';
import type { ModelPages, Panel, Registration } from '../registration';

const RackElevation = lazy(async () => ({ default: (await import('./elevation/RackElevation')).RackElevation }));
const RackElevationsPage = lazy(async () => ({
  default: (await import('./elevation/RackElevationsPage')).RackElevationsPage,
}));
const DevicePorts = lazy(async () => ({ default: (await import('./ports/DevicePorts')).DevicePorts }));
const Trace = lazy(async () => ({ default: (await import('../../cabling/Trace')).Trace }));
const Paths = lazy(async () => ({ default: (await import('../../cabling/Paths')).Paths }));
const CableEnds = lazy(async () => ({ default: (await import('../../cabling/CableEnds')).CableEnds }));
const Connection = lazy(async () => ({ default: (await import('../../cabling/Connection')).Connection }));
const CableActions = lazy(async () => ({ default: (await import('../../cabling/CableActions')).CableActions }));
const LocationTreeView = lazy(async () => ({ default: (await import('./places/LocationTree')).LocationTreeView }));
const LocationInside = lazy(async () => ({ default: (await import('./places/LocationTree')).LocationInside }));
const PanelLoad = lazy(async () => ({ default: (await import('./power/PowerLoad')).PanelLoad }));
const RackLoad = lazy(async () => ({ default: (await import('./power/PowerLoad')).RackLoad }));
const FeedLoad = lazy(async () => ({ default: (await import('./power/PowerLoad')).FeedLoad }));
const Images = lazy(async () => ({ default: (await import('../../object/Images')).Images }));
const FullFeeds = lazy(async () => ({ default: (await import('./power/FullFeeds')).FullFeeds }));
const LooseCables = lazy(async () => ({ default: (await import('./LooseCables')).LooseCables }));
const LocationTopology = lazy(async () => ({ default: (await import('./topology/TopologyViews')).LocationTopology }));
const DeviceTopology = lazy(async () => ({ default: (await import('./topology/TopologyViews')).DeviceTopology }));
const TopologyPage = lazy(async () => ({ default: (await import('./topology/TopologyViews')).TopologyPage }));

/** What can be plugged in: what its cable leads to stands in a panel, and not among its fields. */
const cabled: ModelPages = {
  actions: CableActions,
  panels: [{ component: Connection, place: 'main', when: isCabled }],
  hiddenFields: [
    'cable',
    'cable_peer',
    'cable_peer_type',
    'connected_endpoint',
    'connected_endpoint_type',
    'connected_endpoint_reachable',
  ],
};
/** Where paths begin and end. */
const endpoint: ModelPages = {
  ...cabled,
  tabs: [{ name: 'trace', label: 'Trace', component: Trace, when: isCabled }],
};
/** What paths lead through. */
const passing: ModelPages = { ...cabled, tabs: [{ name: 'paths', label: 'Paths', component: Paths }] };

/** What takes a cable. */
const plugged: Record<string, ModelPages> = {
  'dcim.interface': endpoint,
  'dcim.consoleport': endpoint,
  'dcim.consoleserverport': endpoint,
  'dcim.powerport': endpoint,
  'dcim.poweroutlet': endpoint,
  'dcim.frontport': passing,
  'dcim.rearport': passing,
  'dcim.powerfeed': {
    ...endpoint,
    tabs: [{ name: 'load', label: 'Load', component: FeedLoad }, ...(endpoint.tabs ?? [])],
  },
};

/** Pictures of what can be looked at. */
const pictures: Panel = { component: Images, place: 'side' };

/** What the models of dcim have beside what is made of their descriptions. */
export const dcim: Registration = {
  models: {
    'dcim.rack': {
      icon: 'rack',
      tabs: [
        { name: 'elevation', label: 'Elevation', component: RackElevation },
        {
          name: 'power',
          label: 'Power',
          component: RackLoad,
          when: ({ power_feed_count: feeds }) => Number(feeds ?? 0) > 0,
        },
      ],
      hiddenReferrers: ['dcim.powerfeed.rack'],
      panels: [pictures],
    },
    'dcim.device': {
      icon: 'device',
      listViews: [{ name: 'topology', label: 'Topology', icon: 'network', component: DeviceTopology }],
      tabs: [{ name: 'ports', label: 'Ports', component: DevicePorts }],
      panels: [pictures],
    },
    'dcim.location': {
      icon: 'location',
      listViews: [{ name: 'tree', label: 'Tree', icon: 'tree', component: LocationTreeView }],
      isDefaultView: true,
      tabs: [
        { name: 'inside', label: 'Inside', component: LocationInside },
        { name: 'topology', label: 'Topology', component: LocationTopology },
      ],
      hiddenReferrers: ['dcim.location.parent'],
      panels: [pictures],
    },
    'dcim.cable': {
      panels: [{ title: 'Both ends', component: CableEnds, place: 'main' }],
      hiddenFields: ['a', 'b'].flatMap((side) => ['', '_type', '_id'].map((part) => `termination_${side}${part}`)),
      hiddenReferrers: [...Object.keys(plugged), 'circuits.circuittermination'].map((label) => `${label}.cable`),
    },
    ...plugged,
    'dcim.powerpanel': {
      tabs: [{ name: 'load', label: 'Load', component: PanelLoad }],
      hiddenReferrers: ['dcim.powerfeed.power_panel'],
    },
  },
  pages: [
    { path: '/dcim/rack-elevations/', label: 'Rack Elevations', component: RackElevationsPage, requires: 'dcim.rack' },
    {
      path: '/dcim/topology/',
      label: 'Topology',
      component: TopologyPage,
      under: ['Inventory', 'Devices'],
      requires: 'dcim.device',
    },
  ],
  home: [
    { title: 'Power feeds', component: FullFeeds, place: 'attention', requires: 'dcim.powerfeed' },
    { title: 'Cables to nowhere', component: LooseCables, place: 'attention' },
  ],
};
