import { cableTerminations, pathEndpoints } from '@plumbline/contracts';
import type { Label, Row } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import type { Place } from './paths/walk';

/** Where ways lead through, so that what changes there may concern ways that begin and end elsewhere. */
export const thoroughfares: Label[] = ['circuits.circuittermination', 'dcim.frontport', 'dcim.rearport'];

/** What cables can be plugged into in this service. */
export const ownTerminations = cableTerminations.filter((label) => label.startsWith('dcim.'));

export const isEndpoint = ({ type }: Place): boolean => pathEndpoints.includes(type);
export const isThoroughfare = ({ type }: Place): boolean => thoroughfares.includes(type);
export const isCircuitEnd = ({ type }: Place): boolean => type === 'circuits.circuittermination';

/** Both ends of a cable. */
export const endsOf = (cable: Row): [Place, Place] => [
  { type: cable.termination_a_type as Label, id: cable.termination_a_id as string },
  { type: cable.termination_b_type as Label, id: cable.termination_b_id as string },
];

/** Each place once. */
export const distinct = (places: readonly Place[]): Place[] => [
  ...new Map(places.map((place) => [`${place.type} ${place.id}`, place])).values(),
];

/** Ids of places by their type, in the order of the types. */
export function byType(places: readonly Place[]): [Label, string[]][] {
  const groups = new Map<Label, string[]>();
  for (const { type, id } of places) groups.set(type, [...(groups.get(type) ?? []), id]);
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** The table of a kind of termination of this service. */
export const tableOf = (label: Label): Sql => sql.fragment`${sql.identifier([label.split('.')[1]!])}`;

export const idArray = (ids: Iterable<unknown>): Sql => sql.fragment`${sql.array([...ids] as string[], 'uuid')}`;
export const labelArray = (labels: readonly string[]): Sql => sql.fragment`${sql.array([...labels], 'text')}`;
