import { cableTerminations, pathEndpoints } from '@plumbline/domain';
import { groupedBy } from '@plumbline/engine';
import { type Label, partsOfLabel, type Row } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import { keyOf, type Termination } from './paths/walk';

/** Where cable paths lead through, so that what changes there may concern cable paths that begin and end elsewhere. */
export const passThroughTypes: Label[] = ['circuits.circuittermination', 'dcim.frontport', 'dcim.rearport'];

/** What cables can be plugged into in this service. */
export const ownTerminations = cableTerminations.filter((label) => label.startsWith('dcim.'));

export const isEndpoint = ({ type }: Termination): boolean => pathEndpoints.includes(type);
export const isPassThrough = ({ type }: Termination): boolean => passThroughTypes.includes(type);
export const isCircuitEnd = ({ type }: Termination): boolean => type === 'circuits.circuittermination';

/** Both ends of a cable. */
export const endsOf = (cable: Row): [Termination, Termination] => [
  { type: cable.termination_a_type as Label, id: cable.termination_a_id as string },
  { type: cable.termination_b_type as Label, id: cable.termination_b_id as string },
];

/** Each termination once. */
export const distinct = (terminations: readonly Termination[]): Termination[] => [
  ...new Map(terminations.map((termination) => [keyOf(termination), termination])).values(),
];

/** Ids of terminations by their type, in the order of the types. */
export const byType = (terminations: readonly Termination[]): [Label, string[]][] =>
  [
    ...groupedBy(
      terminations,
      ({ type }) => type,
      ({ id }) => id,
    ),
  ].sort(([one], [other]) => (one < other ? -1 : 1));

/** The table of a kind of termination of this service. */
export const tableOf = (label: Label): Sql => sql.fragment`${sql.identifier([partsOfLabel(label).model])}`;

export const uuidArray = (ids: Iterable<unknown>): Sql => sql.fragment`${sql.array([...ids] as string[], 'uuid')}`;
export const labelArray = (labels: readonly string[]): Sql => sql.fragment`${sql.array([...labels], 'text')}`;
