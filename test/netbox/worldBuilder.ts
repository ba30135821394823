import { seededRandom } from '../harness/seededRandom';
import { netboxFacts } from './netboxFacts';

/** An object as the API of NetBox shows it. */
export type Shown = Record<string, unknown> & { id: number };

/** A world of NetBox, by list, in the shapes of the newest release known here. */
export type NetboxWorld = Map<string, Shown[]>;

/** Random numbers that are the same for the same seed. */
export interface Chance {
  /** A whole number from 0 up to, and without, a bound. */
  below(bound: number): number;
  pick<T>(from: readonly T[]): T;
  /** True in so many of a hundred cases. */
  percent(share: number): boolean;
}

/** Random numbers of a seed. */
export function chanceOf(seed: number): Chance {
  const next = seededRandom(seed);
  const below = (bound: number) => Math.floor(next() * bound);
  return { below, pick: (from) => from[below(from.length)]!, percent: (share) => below(100) < share };
}

/** Puts objects into lists, with what every object has and nothing in the fields that nobody spoke of. */
export interface WorldBuilder {
  world: NetboxWorld;
  add(list: string, fields: Record<string, unknown>): Shown;
  /** An object as others show it that refer to it. */
  brief(object: Shown | undefined): Record<string, unknown> | null;
  /** A choice, as it is shown. */
  choice(value: string | number): { value: string | number; label: string };
}

const moment = '2024-05-06T07:08:09.101112Z';

/** Begins an empty world; objects tell their addresses below `url`. */
export function beginWorld(url: string): WorldBuilder {
  const facts = netboxFacts('4.6').lists;
  const older = netboxFacts('3.7').lists;
  const world: NetboxWorld = new Map();
  const brief: WorldBuilder['brief'] = (object) =>
    object
      ? {
          id: object.id,
          url: object.url,
          display: object.display,
          ...(object.name !== undefined && { name: object.name }),
          ...(object.slug !== undefined && { slug: object.slug }),
        }
      : null;
  return {
    world,
    brief,
    choice: (value) => ({ value, label: wordOf(String(value)) }),
    add: (list, fields) => {
      const objects = world.get(list) ?? [];
      world.set(list, objects);
      // Ids have gaps, as after years of use.
      const id = (objects.at(-1)?.id ?? 0) + 1 + (objects.length % 7 === 3 ? 5 : 0);
      const names = facts[list]?.fields ?? older[list]?.fields ?? [];
      const nothing = Object.fromEntries(names.map((name) => [name, nothingIn(name)]));
      const display = String(fields.display ?? fields.name ?? fields.label ?? fields.model ?? `${list} ${id}`);
      const object: Shown = { ...nothing, ...fields, id, url: `${url}/api/${list}/${id}/`, display };
      for (const name of ['created', 'last_updated']) if (names.includes(name)) object[name] = moment;
      if (names.includes('display_url')) object.display_url = `${url}/${list}/${id}/`;
      objects.push(object);
      return object;
    },
  };
}

const wordOf = (value: string): string => {
  const words = value.replace(/-/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const texts = new Set([
  'description',
  'comments',
  'serial',
  'part_number',
  'facility',
  'dns_name',
  'label',
  'color',
  'physical_address',
  'shipping_address',
  'xconnect_id',
  'pp_info',
  'cable_end',
]);
const lists = new Set([
  'tags',
  'asns',
  'accounts',
  'link_peers',
  'connected_endpoints',
  'vdcs',
  'tagged_vlans',
  'wireless_lans',
  'bridge_interfaces',
  'mac_addresses',
  'import_targets',
  'export_targets',
  'nat_outside',
  'ip_addresses',
  'members',
  'groups',
  'permissions',
  'sites',
  'assignments',
  'front_ports',
  'rear_ports',
  'a_terminations',
  'b_terminations',
  'units',
  'ipaddresses',
]);

function nothingIn(name: string): unknown {
  if (texts.has(name)) return '';
  if (lists.has(name)) return [];
  if (name === 'custom_fields') return {};
  if (name.endsWith('_count') || name.startsWith('count_')) return 0;
  if (name === '_occupied' || name === 'mark_connected' || name === 'mark_utilized') return false;
  return null;
}
