/** What the home page counts: by section, each model with its plural and the path of its page. */
export const countedModels: Readonly<
  Record<string, readonly (readonly [label: string, plural: string, path: string])[]>
> = {
  Inventory: [
    ['dcim.rack', 'racks', '/dcim/racks/'],
    ['dcim.devicetype', 'device types', '/dcim/device-types/'],
    ['dcim.device', 'devices', '/dcim/devices/'],
    ['dcim.virtualchassis', 'virtual chassis', '/dcim/virtual-chassis/'],
    ['dcim.deviceredundancygroup', 'device redundancy groups', '/dcim/device-redundancy-groups/'],
    ['dcim.cable', 'cables', '/dcim/cables/'],
  ],
  Networks: [
    ['ipam.vrf', 'VRFs', '/ipam/vrfs/'],
    ['ipam.prefix', 'prefixes', '/ipam/prefixes/'],
    ['ipam.ipaddress', 'IP addresses', '/ipam/ip-addresses/'],
    ['ipam.vlan', 'VLANs', '/ipam/vlans/'],
  ],
  Security: [['extras.secret', 'secrets', '/extras/secrets/']],
  Platform: [
    ['extras.gitrepository', 'Git repositories', '/extras/git-repositories/'],
    ['extras.relationship', 'relationships', '/extras/relationships/'],
    ['extras.computedfield', 'computed fields', '/extras/computed-fields/'],
    ['extras.customfield', 'custom fields', '/extras/custom-fields/'],
    ['extras.customlink', 'custom links', '/extras/custom-links/'],
    ['extras.tag', 'tags', '/extras/tags/'],
    ['extras.status', 'statuses', '/extras/statuses/'],
    ['extras.role', 'roles', '/extras/roles/'],
  ],
};
