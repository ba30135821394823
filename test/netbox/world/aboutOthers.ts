import type { Circuits } from './circuits';
import type { Clusters } from './clusters';
import type { Devices } from './devices';
import type { Hardware } from './hardware';
import type { People } from './people';
import type { Places } from './places';
import type { Tenancy } from './tenancy';
import type { Tools } from './tools';
import type { Unplaced } from './unplaced';

/** What is about others. */
export function makeAboutOthers(
  { add, brief, chance, choice }: Tools,
  {
    sites,
    regions,
    siteGroups,
    cages,
    switches,
    deviceRoles,
    tenants,
    contacts,
    contactRole,
    tenantGroups,
    providers,
    radio,
    users,
    types,
    platforms,
    clusterTypes,
    clusters,
    clusterGroup,
  }: Places & Devices & Tenancy & Circuits & Unplaced & People & Hardware & Clusters,
) {
  for (const [type, object] of [
    ['dcim.site', sites[0]!],
    ['dcim.region', regions[0]!],
    ['dcim.device', switches[0]!],
    ['tenancy.tenant', tenants[0]!],
    ['circuits.provider', providers[0]!],
    ['wireless.wirelesslan', radio],
  ] as const) {
    add('tenancy/contact-assignments', {
      object_type: type,
      object_id: object.id,
      object: brief(object),
      contact: brief(chance.pick(contacts.slice(0, 2))),
      role: brief(contactRole),
      priority: choice('primary'),
    });
    add('extras/journal-entries', {
      assigned_object_type: type,
      assigned_object_id: object.id,
      assigned_object: brief(object),
      created_by: users[0]!.id,
      kind: choice('warning'),
      comments: `Something happened at ${object.display}`,
    });
  }
  const contextProfile = add('extras/config-context-profiles', {
    name: 'Clocks',
    description: '',
    schema: { type: 'object', properties: { ntp: { type: 'array' } } },
    comments: '',
  });
  const context = (name: string, fields: Record<string, unknown>) =>
    add('extras/config-contexts', {
      name,
      weight: 1000,
      description: '',
      is_active: true,
      regions: [],
      site_groups: [],
      sites: [],
      locations: [],
      device_types: [],
      roles: [],
      platforms: [],
      cluster_types: [],
      cluster_groups: [],
      clusters: [],
      tenant_groups: [],
      tenants: [],
      tags: [],
      data: { ntp: ['10.0.0.1'] },
      ...fields,
    });
  context('Everywhere', { profile: brief(contextProfile) });
  context('Sites', {
    sites: [brief(sites[0])],
    roles: [brief(deviceRoles[0])],
    device_types: [brief(types.switch)],
    platforms: [brief(platforms[0])],
    tags: ['core'],
    tenants: [brief(tenants[0])],
    tenant_groups: [brief(tenantGroups[0])],
  });
  context('Both', {
    regions: [brief(regions[0])],
    sites: [brief(sites[1])],
    site_groups: [brief(siteGroups[0])],
    locations: [brief(cages[0])],
  });
  context('Cluster types', {
    cluster_types: [brief(clusterTypes[0])],
    clusters: [brief(clusters[0])],
    cluster_groups: [brief(clusterGroup)],
  });
  add('extras/custom-links', {
    name: 'Wiki',
    object_types: ['dcim.site', 'dcim.device', 'wireless.wirelesslan'],
    enabled: true,
    link_text: 'Wiki of {{ object.name }}',
    link_url: 'https://wiki.example.org/{{ object.name }}',
    weight: 100,
    group_name: '',
    button_class: 'blue',
    new_window: true,
  });
  add('extras/custom-links', {
    name: 'Off',
    object_types: ['dcim.site'],
    enabled: false,
    link_text: 'x',
    link_url: 'https://x.example.org',
    weight: 100,
    group_name: '',
    button_class: 'default',
    new_window: false,
  });
  add('extras/export-templates', {
    name: 'Hosts',
    object_types: ['dcim.device', 'virtualization.virtualmachine'],
    description: '',
    template_code: '{% for obj in queryset %}{{ obj.name }}\n{% endfor %}',
    mime_type: 'text/plain',
    file_extension: 'txt',
    as_attachment: true,
    file_name: '',
  });
  const hook = add('extras/webhooks', {
    name: 'Tell',
    description: '',
    payload_url: 'https://hooks.example.org/',
    http_method: 'POST',
    http_content_type: 'application/json',
    additional_headers: '',
    body_template: '',
    secret: 'a secret',
    ssl_verification: true,
    ca_file_path: null,
  });
  add('extras/webhooks', {
    name: 'Unused',
    payload_url: 'https://unused.example.org/',
    http_method: 'POST',
    http_content_type: 'application/json',
    secret: '',
    ssl_verification: false,
  });
  const rule = (name: string, fields: Record<string, unknown>) =>
    add('extras/event-rules', {
      name,
      enabled: true,
      object_types: ['dcim.site', 'dcim.device'],
      event_types: ['object_created', 'object_updated'],
      conditions: null,
      action_type: choice('webhook'),
      action_object_type: 'extras.webhook',
      action_object_id: hook.id,
      description: '',
      ...fields,
    });
  rule('Tell of sites', {});
  rule('With conditions', {
    object_types: ['ipam.prefix'],
    conditions: { and: [{ attr: 'status.value', value: 'active' }] },
    event_types: ['object_deleted'],
  });
  rule('Of jobs', { event_types: ['job_completed'] });
  rule('A script', { action_type: choice('script'), action_object_type: 'extras.script', action_object_id: 1 });
}
