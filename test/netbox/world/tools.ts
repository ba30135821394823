import { beginWorld, type Chance, chanceOf, type Shown, type WorldBuilder } from '../worldBuilder';

export interface WorldSize {
  sites: number;
  devicesPerSite: number;
  interfacesPerDevice: number;
  machinesPerSite: number;
}

/** What objects are made with. */
export interface Tools extends WorldBuilder {
  size: WorldSize;
  chance: Chance;
  /** An object that has a name, a slug made of it, and a description. */
  named(list: string, name: string, fields?: Record<string, unknown>): Shown;
  slugOf(name: string): string;
  /** The fields by which an object names one of any model. */
  generic(prefix: string, type: string, object: Shown): Record<string, unknown>;
}

/** Begins a world, the same for the same seed; objects tell their addresses below `url`. */
export function takeTools(url: string, seed: number, size: WorldSize): Tools {
  const builder = beginWorld(url);
  const slugOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return {
    ...builder,
    size,
    chance: chanceOf(seed),
    slugOf,
    named: (list, name, fields = {}) =>
      builder.add(list, { name, slug: slugOf(name), description: `${name}, as it is called`, ...fields }),
    generic: (prefix, type, object) => ({
      [`${prefix}_type`]: type,
      [`${prefix}_id`]: object.id,
      [prefix]: builder.brief(object),
    }),
  };
}

export const statuses = ['active', 'planned', 'staged', 'offline'];

export const hex = (value: number): string => value.toString(16).padStart(2, '0').toUpperCase();

export const wordFor = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replace(/_/g, ' ');
