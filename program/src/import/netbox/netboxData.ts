import type { NetboxObject } from './mapping/language';

/** Everything that was read of a NetBox. */
export interface NetboxData {
  version: readonly [number, number];
  /** The objects of a list, in the order of their ids; none where the list is not there. */
  objects(list: string): AsyncIterable<NetboxObject>;
  /** How many objects a list has that is only counted. */
  counted: ReadonlyMap<string, number>;
}
