import { refTo } from '../../apply/draft';
import { derived, idOf, inWords, isEmpty, kept, keyOf, linked, type Mapping, numberOf, ref, to } from './language';
import { locationTypes, noRegion, status } from './places';
import { comments, counters, keepSeveral, primary, slug } from './shared';

const location = { endpoint: 'dcim/locations', label: 'dcim.location' };

const typed = (from: keyof typeof locationTypes) => ({ location_type: refTo(locationTypes[from].key, true) });

/** Degrees to six places, as many as are kept. */
function degrees(value: unknown): number | null {
  const number = numberOf(value);
  return number === null ? null : Number(number.toFixed(6));
}

/** The region that sites stand in. */
export const region: Mapping = {
  from: 'dcim.region',
  list: 'dcim/regions',
  to: location,
  fields: {
    ...primary,
    ...slug,
    name: to('name'),
    parent: ref('parent', 'dcim.region'),
    description: to('description'),
    comments: to('comments'),
    ...counters('site_count', 'prefix_count', '_depth'),
  },
  finish: (draft, _, context) => {
    Object.assign(draft.body, typed('dcim.region'), { status: context.status('active', 'dcim.location') });
  },
};

/** Groups of sites that go across regions: a tree of their own, which sites are linked with. */
export const siteGroup: Mapping = {
  from: 'dcim.sitegroup',
  list: 'dcim/site-groups',
  to: location,
  fields: {
    ...primary,
    ...slug,
    name: to('name'),
    parent: ref('parent', 'dcim.sitegroup'),
    description: to('description'),
    comments: to('comments'),
    ...counters('site_count', 'prefix_count', '_depth'),
  },
  finish: (draft, _, context) => {
    Object.assign(draft.body, typed('dcim.sitegroup'), { status: context.status('active', 'dcim.location') });
  },
};

export const site: Mapping = {
  from: 'dcim.site',
  list: 'dcim/sites',
  to: location,
  fields: {
    ...primary,
    ...slug,
    name: to('name'),
    status: status('dcim.location'),
    region: ref('parent', 'dcim.region'),
    group: linked('dcim.sitegroup', 'NetBox site group'),
    tenant: ref('tenant', 'tenancy.tenant'),
    facility: to('facility'),
    time_zone: to('time_zone', (value) => value || undefined),
    description: to('description'),
    physical_address: to('physical_address'),
    shipping_address: to('shipping_address'),
    latitude: to('latitude', degrees),
    longitude: to('longitude', degrees),
    comments: to('comments'),
    asns: to('asn', (value) => (value as { asn: number }[] | null)?.[0]?.asn ?? null),
    ...counters('circuit_count', 'device_count', 'prefix_count', 'rack_count', 'virtualmachine_count', 'vlan_count'),
  },
  finish: (draft, object, context) => {
    Object.assign(draft.body, typed('dcim.site'));
    if (!draft.body.parent) {
      draft.body.parent = refTo(noRegion);
      context.adjusted('dcim.site', object, 'stands in the region "No region", since sites here stand in one');
      const status = context.status('active', location.label);
      context.also({
        endpoint: location.endpoint,
        key: noRegion,
        body: { name: 'No region', status, ...typed('dcim.region') },
      });
    }
    const asns = (object.asns ?? []) as { asn: number }[];
    const numbers = asns.map(({ asn }) => String(asn));
    keepSeveral(context, draft, location.label, 'asns', numbers);
  },
};

export const locationWithin: Mapping = {
  from: 'dcim.location',
  list: 'dcim/locations',
  to: location,
  needs: ['dcim.location'],
  fields: {
    ...primary,
    ...slug,
    name: to('name'),
    site: derived('the site is the location above it'),
    parent: ref('parent', 'dcim.location'),
    status: status('dcim.location'),
    tenant: ref('tenant', 'tenancy.tenant'),
    facility: to('facility'),
    description: to('description'),
    comments: to('comments'),
    ...counters('rack_count', 'device_count', 'prefix_count', '_depth'),
  },
  finish: (draft, object) => {
    Object.assign(draft.body, typed('dcim.location'));
    draft.body.parent ??= refTo(keyOf('dcim.site', idOf(object.site)), true);
  },
};

export const tenantGroup: Mapping = {
  from: 'tenancy.tenantgroup',
  list: 'tenancy/tenant-groups',
  to: { endpoint: 'tenancy/tenant-groups', label: 'tenancy.tenantgroup' },
  fields: {
    ...primary,
    ...slug,
    ...comments,
    name: to('name'),
    parent: ref('parent', 'tenancy.tenantgroup'),
    description: to('description'),
    ...counters('tenant_count', '_depth'),
  },
};

export const tenant: Mapping = {
  from: 'tenancy.tenant',
  list: 'tenancy/tenants',
  to: { endpoint: 'tenancy/tenants', label: 'tenancy.tenant' },
  fields: {
    ...primary,
    ...slug,
    name: to('name'),
    group: ref('tenant_group', 'tenancy.tenantgroup'),
    description: to('description'),
    comments: to('comments'),
    ...counters(
      'circuit_count',
      'device_count',
      'ipaddress_count',
      'prefix_count',
      'rack_count',
      'site_count',
      'virtualmachine_count',
      'vlan_count',
      'vrf_count',
      'cluster_count',
    ),
  },
};

const contactWords = (contact: Record<string, unknown>): string =>
  ['title', 'phone', 'email', 'address', 'link', 'description', 'comments']
    .filter((field) => !isEmpty(contact[field]))
    .map((field) => `${field}: ${String(contact[field])}`)
    .join('\n');

/** Who is to be asked about an object: a note on it, and for sites and their like the fields that locations have. */
export const contactAssignment: Mapping = {
  from: 'tenancy.contactassignment',
  list: 'tenancy/contact-assignments',
  nowhere: 'it is a note on the object it is about, unless that has no place itself',
  needs: ['tenancy.contact'],
  fields: {},
  make: (object, context) => {
    const target = context.target(String(object.object_type ?? object.content_type), object.object_id);
    const contact = context.all('tenancy.contact').get(idOf(object.contact) ?? -1);
    if (!target || !contact) {
      context.nowhere('tenancy.contactassignment', object, '', 'what it is about has no place');
      return [];
    }
    const qualities = [object.role, object.priority].filter((value) => !isEmpty(value)).map(inWords);
    const heading = `Contact: ${String(contact.name)}${qualities.length > 0 ? ` (${qualities.join(', ')})` : ''}`;
    const text = [heading, contactWords(contact)].filter(Boolean).join('\n');
    context.note(target.reference, target.label, keyOf('tenancy.contactassignment', object.id), text);
    return [];
  },
};

export const contact: Mapping = {
  from: 'tenancy.contact',
  list: 'tenancy/contacts',
  nowhere: 'there are no contacts here; those of objects are notes on them',
  fields: {},
};

export const manufacturer: Mapping = {
  from: 'dcim.manufacturer',
  list: 'dcim/manufacturers',
  to: { endpoint: 'dcim/manufacturers', label: 'dcim.manufacturer' },
  fields: {
    ...primary,
    ...slug,
    ...comments,
    name: to('name'),
    description: to('description'),
    ...counters('devicetype_count', 'moduletype_count', 'inventoryitem_count', 'platform_count'),
  },
};

export const platform: Mapping = {
  from: 'dcim.platform',
  list: 'dcim/platforms',
  to: { endpoint: 'dcim/platforms', label: 'dcim.platform' },
  fields: {
    ...primary,
    ...slug,
    ...comments,
    name: to('name'),
    parent: linked('dcim.platform', 'NetBox parent platform'),
    manufacturer: ref('manufacturer', 'dcim.manufacturer'),
    config_template: kept('text', inWords),
    description: to('description'),
    ...counters('device_count', 'virtualmachine_count', '_depth'),
  },
};
