/** Labels lead to a page's path or to a further menu. */
export interface MenuEntries {
  readonly [label: string]: string | MenuEntries;
}

/** The navigation as clients of the contract know it, with everything a superuser sees. */
export const menuEntries: MenuEntries = {
  Inventory: {
    Devices: {
      Devices: '/dcim/devices/',
      'Device Types': '/dcim/device-types/',
      Platforms: '/dcim/platforms/',
      Manufacturers: '/dcim/manufacturers/',
      'Virtual Chassis': '/dcim/virtual-chassis/',
      'Device Redundancy Groups': '/dcim/device-redundancy-groups/',
      Connections: {
        Cables: '/dcim/cables/',
        'Console Connections': '/dcim/console-connections/',
        'Power Connections': '/dcim/power-connections/',
        'Interface Connections': '/dcim/interface-connections/',
      },
      Components: {
        Interfaces: '/dcim/interfaces/',
        'Front Ports': '/dcim/front-ports/',
        'Rear Ports': '/dcim/rear-ports/',
        'Console Ports': '/dcim/console-ports/',
        'Console Server Ports': '/dcim/console-server-ports/',
        'Power Ports': '/dcim/power-ports/',
        'Power Outlets': '/dcim/power-outlets/',
        'Device Bays': '/dcim/device-bays/',
        'Inventory Items': '/dcim/inventory-items/',
      },
      'Dynamic Groups': '/extras/dynamic-groups/',
      Racks: '/dcim/racks/',
      'Rack Groups': '/dcim/rack-groups/',
      'Rack Reservations': '/dcim/rack-reservations/',
      'Rack Elevations': '/dcim/rack-elevations/',
    },
    Organization: {
      Locations: '/dcim/locations/',
      'Location Types': '/dcim/location-types/',
    },
    Tenancy: {
      Tenants: '/tenancy/tenants/',
      'Tenant Groups': '/tenancy/tenant-groups/',
    },
    Circuits: {
      Circuits: '/circuits/circuits/',
      'Circuit Terminations': '/circuits/circuit-terminations/',
      'Circuit Types': '/circuits/circuit-types/',
      Providers: '/circuits/providers/',
      'Provider Networks': '/circuits/provider-networks/',
    },
    Power: {
      'Power Feeds': '/dcim/power-feeds/',
      'Power Panels': '/dcim/power-panels/',
    },
    Virtualization: {
      'Virtual Machines': '/virtualization/virtual-machines/',
      'VM Interfaces': '/virtualization/interfaces/',
      Clusters: '/virtualization/clusters/',
      'Cluster Types': '/virtualization/cluster-types/',
      'Cluster Groups': '/virtualization/cluster-groups/',
    },
  },
  Networks: {
    'IP Management': {
      'IP Addresses': '/ipam/ip-addresses/',
      Prefixes: '/ipam/prefixes/',
      RIRs: '/ipam/rirs/',
    },
    'Layer 2 / Switching': {
      VLANs: '/ipam/vlans/',
      'VLAN Groups': '/ipam/vlan-groups/',
    },
    'Layer 3 / Routing': {
      Namespaces: '/ipam/namespaces/',
      VRFs: '/ipam/vrfs/',
      'Route Targets': '/ipam/route-targets/',
    },
    Services: {
      Services: '/ipam/services/',
    },
    'Config Contexts': {
      'Config Contexts': '/extras/config-contexts/',
      'Config Context Schemas': '/extras/config-context-schemas/',
    },
  },
  Security: {
    Secrets: {
      Secrets: '/extras/secrets/',
      'Secret Groups': '/extras/secrets-groups/',
    },
  },
  Automation: {
    Jobs: {
      Jobs: '/extras/jobs/',
      'Job Approval Queue': '/extras/jobs/scheduled-jobs/approval-queue/',
      'Scheduled Jobs': '/extras/jobs/scheduled-jobs/',
      'Job Results': '/extras/job-results/',
      'Job Hooks': '/extras/job-hooks/',
      'Job Buttons': '/extras/job-buttons/',
    },
    Extensibility: {
      Webhooks: '/extras/webhooks/',
      'GraphQL Queries': '/extras/graphql-queries/',
      'Export Templates': '/extras/export-templates/',
    },
  },
  Platform: {
    Platform: {
      'Installed Apps': '/plugins/installed-plugins/',
      'Git Repositories': '/extras/git-repositories/',
    },
    Governance: {
      'Change Log': '/extras/object-changes/',
    },
    'Reference Data': {
      Tags: '/extras/tags/',
      Statuses: '/extras/statuses/',
      Roles: '/extras/roles/',
    },
    'Data Management': {
      Relationships: '/extras/relationships/',
      'Computed Fields': '/extras/computed-fields/',
      'Custom Fields': '/extras/custom-fields/',
      'Custom Links': '/extras/custom-links/',
      Notes: '/extras/notes/',
    },
  },
};

/** Pages that are not an endpoint's own list, with the endpoint whose permission they need. */
export const borrowedPages: Readonly<Record<string, string>> = {
  '/dcim/rack-elevations/': '/dcim/racks/',
  '/extras/jobs/scheduled-jobs/': '/extras/scheduled-jobs/',
  '/extras/jobs/scheduled-jobs/approval-queue/': '/extras/scheduled-jobs/',
};
