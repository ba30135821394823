import { type Reference, refTo } from '../../apply/draft';
import type { Context, FieldRule, NetboxObject } from './language';
import { choiceOf, idOf, keyOf, to } from './language';

/** The kinds of locations that four models there are. */
export const locationTypes = {
  'dcim.region': { name: 'Region', key: 'locationtype:region' },
  'dcim.sitegroup': { name: 'Site group', key: 'locationtype:sitegroup' },
  'dcim.site': { name: 'Site', key: 'locationtype:site' },
  'dcim.location': { name: 'Location', key: 'locationtype:location' },
} as const;

/** The region of sites that have none: a site has to stand in one. */
export const noRegion = 'madelocation:noregion';

/** Whether objects of a model there are locations here. */
export const isPlace = (label: unknown): label is keyof typeof locationTypes =>
  typeof label === 'string' && Object.hasOwn(locationTypes, label);

/** What `scope_type` and `scope_id` name, or `site` before 4.2, where it is a location here. */
export function placeOf(object: NetboxObject): Reference | undefined {
  if (isPlace(object.scope_type)) return refTo(keyOf(object.scope_type, object.scope_id));
  const site = idOf(object.site);
  return site === undefined ? undefined : refTo(keyOf('dcim.site', site));
}

/** The location of something that stands at a site and perhaps in one of its locations. */
export function standsAt(object: NetboxObject): Reference {
  const location = idOf(object.location);
  return refTo(location === undefined ? keyOf('dcim.site', idOf(object.site)) : keyOf('dcim.location', location), true);
}

/** The key of the location that a rack stands at. */
export const rackStandsAt = (context: Context, rack: number): Reference | undefined => {
  const object = context.all('dcim.rack').get(rack);
  return object && standsAt(object);
};

/** A status of a kind of objects here. */
export const status = (label: string): FieldRule => to('status', (value, _, context) => context.status(value, label));

/** What has no status there is active here. */
export const active = (context: Context, label: string): Reference => context.status('active', label);

/** The role of an object by its name. */
export const roleNamed = (label: string): FieldRule =>
  to('role', (value, _, context) => {
    const chosen = choiceOf(value);
    return chosen === undefined ? null : context.role(roleNames[String(chosen)] ?? String(chosen), label);
  });

const roleNames: Record<string, string> = {
  loopback: 'Loopback',
  secondary: 'Secondary',
  anycast: 'Anycast',
  vip: 'VIP',
  vrrp: 'VRRP',
  hsrp: 'HSRP',
  glbp: 'GLBP',
  carp: 'CARP',
};
