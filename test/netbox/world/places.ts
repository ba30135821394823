import type { Shown } from '../worldBuilder';
import type { Definitions } from './definitions';
import type { People } from './people';
import type { Tenancy } from './tenancy';
import type { Tools } from './tools';

/** Places. */
export function makePlaces(
  { named, brief, add, choice, size }: Tools,
  { tagged, customFields, owned, tenants }: Definitions & People & Tenancy,
) {
  const regions = [named('dcim/regions', 'Europe', { tags: tagged(0), ...owned })];
  regions.push(named('dcim/regions', 'Germany', { parent: brief(regions[0]), _depth: 1, comments: 'In the middle' }));
  const siteGroups = [named('dcim/site-groups', 'Production')];
  siteGroups.push(named('dcim/site-groups', 'Offices', { parent: brief(siteGroups[0]), _depth: 1 }));
  const rir = named('ipam/rirs', 'RIPE', { is_private: false, comments: 'An RIR' });
  const roles = ['Servers', 'Access'].map((name, index) => named('ipam/roles', name, { weight: 1000 + index }));
  const asns = [64500, 64501, 4_200_000_000].map((asn) =>
    add('ipam/asns', { asn, display: `AS${asn}`, rir: brief(rir), role: brief(roles[0]), tenant: brief(tenants[0]) }),
  );
  const briefAsn = (object: Shown | undefined) => ({ ...brief(object), asn: object?.asn });
  named('ipam/asn-ranges', 'Private', { rir: brief(rir), start: 64512, end: 65534 });
  const sites = Array.from({ length: size.sites }, (_, index) =>
    named('dcim/sites', index === 0 ? 'Germany' : `Site ${index}`, {
      slug: `site-${index}`,
      status: choice(index % 3 === 2 ? 'planned' : 'active'),
      region: index % 4 === 3 ? null : brief(regions[index % 2]),
      group: index % 2 ? brief(siteGroups[1]) : null,
      tenant: brief(tenants[index % 3]),
      facility: `DC${index}`,
      time_zone: index % 2 ? 'Europe/Berlin' : null,
      physical_address: 'A street 1\n10115 Berlin',
      latitude: 52.52 + index / 1000,
      longitude: 13.4,
      comments: 'A site',
      asns: index === 1 ? asns.slice(0, 2).map(briefAsn) : index === 2 ? [briefAsn(asns[2])] : [],
      tags: tagged(0, 2),
      custom_fields: { ...customFields(index), main_contact_site: index === 1 ? { id: 1 } : null },
      ...(index === 1 && owned),
    }),
  );
  const rooms = sites.map((site, index) =>
    named('dcim/locations', `Room ${index % 2}`, {
      site: brief(site),
      status: choice('active'),
      tenant: brief(tenants[0]),
      facility: 'R',
      slug: `room-${index}`,
    }),
  );
  const cages = rooms.slice(0, 2).map((room, index) =>
    named('dcim/locations', 'Cage', {
      site: brief(sites[index]),
      parent: brief(room),
      status: choice('active'),
      _depth: 1,
      slug: `cage-${index}`,
      comments: 'Locked',
    }),
  );
  return { sites, rooms, siteGroups, roles, rir, regions, briefAsn, asns, cages };
}

export type Places = ReturnType<typeof makePlaces>;
