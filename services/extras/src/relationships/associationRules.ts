import { groupedBy, meansNothing, TargetBeingDeleted } from '@plumbline/engine';
import {
  type BatchRule,
  type Candidate,
  changes,
  type Row,
  type RuleResult,
  type WriteContext,
  where,
} from '@plumbline/model';
import { sql } from '@plumbline/store';
import { introducedAs } from './introduced';
import { withUnsettled } from './unsettled';

type End = 'source' | 'destination';
const ends: End[] = ['source', 'destination'];

const relationshipOf = ({ related }: Candidate): Row => related.relationship!;
const typeOf = (candidate: Candidate): string => String(relationshipOf(candidate).type);

/** The ends are of the kinds that the relationship names. */
export const typesAreThose: BatchRule = (candidates) =>
  candidates.map((candidate): RuleResult => {
    const relationship = relationshipOf(candidate);
    const wrong = ends.find((end) => candidate.row[`${end}_type`] !== relationship[`${end}_type`]);
    if (!wrong) return undefined;
    return { [`${wrong}_type`]: [`${wrong}_type has a different value than defined in ${relationship.label}`] };
  });

/** Nothing is related to itself. */
export const isNotItself: BatchRule = (candidates) =>
  candidates.map(
    ({ row }): RuleResult =>
      row.source_type === row.destination_type && row.source_id === row.destination_id
        ? { destination_id: ['An object cannot form a RelationshipAssociation with itself'] }
        : undefined,
  );

/** An association that stands in the way of another, and how that is told. */
interface Obstacle {
  key: string;
  text: (label: unknown, names: Record<End, string>) => string;
}

const said = (key: End, words: string): Obstacle => ({
  key,
  text: (label, names) => `Unable to create more than one ${label} association ${words.replace('X', names[key])}`,
});
const reversed: Obstacle = {
  key: '__all__',
  text: (label, names) => `A ${label} association already exists between ${names.source} and ${names.destination}`,
};
const toOne = said('destination', 'to X (destination)');
const fromOne = said('source', 'from X (source)');
const sourceInvolved = said('source', 'involving X (peer)');
const destinationInvolved = said('destination', 'involving X (peer)');

/** The ends of associations of one relationship. */
class Ends {
  readonly sources = new Set<unknown>();
  readonly destinations = new Set<unknown>();
  private readonly pairs = new Set<string>();

  add({ source_id, destination_id }: Row): void {
    this.sources.add(source_id);
    this.destinations.add(destination_id);
    this.pairs.add(`${source_id} ${destination_id}`);
  }

  hasPair(source: unknown, destination: unknown): boolean {
    return this.pairs.has(`${source} ${destination}`);
  }
}

function obstacle(candidate: Candidate, others: Ends): Obstacle | undefined {
  const { source_id: source, destination_id: destination } = candidate.row;
  const type = typeOf(candidate);
  const symmetric = type.startsWith('symmetric');
  if (symmetric && others.hasPair(destination, source)) return reversed;
  if (type.endsWith('many-to-many')) return undefined;
  if (others.destinations.has(destination)) return toOne;
  if (type === 'one-to-many') return undefined;
  if (others.sources.has(source)) return fromOne;
  if (!symmetric) return undefined;
  if (others.destinations.has(source)) return sourceInvolved;
  return others.sources.has(destination) ? destinationInvolved : undefined;
}

/**
 * The type of the relationship lets there be one more. Associations of one request count one after the other; what may yet be
 * undone is waited for.
 */
export const isRoomFor: BatchRule = async (candidates, context) => {
  const limited = candidates.filter((candidate) => typeOf(candidate) !== 'many-to-many');
  if (limited.length === 0) return [];
  const own = new Set(candidates.map(({ row }) => row.id));
  const others = new Map<unknown, Record<'settled' | 'all', Ends>>();
  const othersOf = ({ relationship }: Row) => {
    const known = others.get(relationship) ?? { settled: new Ends(), all: new Ends() };
    others.set(relationship, known);
    return known;
  };
  const enter = (row: Row) => {
    const { settled, all } = othersOf(row);
    all.add(row);
    if (!row.unsettled) settled.add(row);
  };
  for (const row of await inTheWay(context, limited)) if (!own.has(row.id)) enter(row);
  const found = new Map<Candidate, Obstacle>();
  for (const candidate of limited) {
    const { settled, all } = othersOf(candidate.row);
    const met = obstacle(candidate, settled);
    if (met) found.set(candidate, met);
    else if (obstacle(candidate, all)) throw new TargetBeingDeleted();
    else enter(candidate.row);
  }
  return tell(context, candidates, found);
};

/** Associations that are there, or may be again, and could stand in the way of these. */
async function inTheWay({ tx }: WriteContext, candidates: Candidate[]): Promise<Row[]> {
  const idsOf = (end: End, types: RegExp) =>
    candidates.filter((one) => types.test(typeOf(one))).map(({ row }) => row[`${end}_id`] as string);
  const uuids = (ids: string[]) => sql.array([...new Set(ids)], 'uuid');
  const destinations = [...idsOf('destination', /one-to-one$|^one-to-many$/), ...idsOf('source', /^symmetric-one/)];
  const sources = [...idsOf('source', /one-to-one$/), ...idsOf('destination', /^symmetric-one/)];
  const relationships = candidates.map(({ row }) => row.relationship as string);
  return tx.rows<Row>(sql.unsafe`
    SELECT id, relationship, source_id, destination_id, unsettled FROM ${withUnsettled}
    WHERE relationship = ANY(${uuids(relationships)})
      AND (destination_id = ANY(${uuids(destinations)}) OR source_id = ANY(${uuids(sources)})
        OR (destination_id, source_id) IN (SELECT * FROM unnest(${sql.array(idsOf('source', /^symm/), 'uuid')}, ${sql.array(idsOf('destination', /^symm/), 'uuid')})))`);
}

async function tell(
  context: WriteContext,
  candidates: Candidate[],
  found: Map<Candidate, Obstacle>,
): Promise<RuleResult[]> {
  const names = await namesOf(context, [...found.keys()]);
  return candidates.map((candidate): RuleResult => {
    const met = found.get(candidate);
    return met && { [met.key]: [met.text(relationshipOf(candidate).label, names.get(candidate)!)] };
  });
}

/** What the objects at the ends of associations are called. */
async function namesOf(context: WriteContext, candidates: Candidate[]): Promise<Map<Candidate, Record<End, string>>> {
  const wanted = new Map<string, Set<unknown>>();
  for (const { row } of candidates)
    for (const end of ends) {
      const label = row[`${end}_type`] as string;
      wanted.set(label, (wanted.get(label) ?? new Set()).add(row[`${end}_id`]));
    }
  const names = new Map<unknown, string>();
  await Promise.all(
    [...wanted].map(async ([label, ids]) => {
      for (const row of await context.select(label as `${string}.${string}`, where('id', 'in', [...ids]), ['display']))
        names.set(row.id, String(row.display));
    }),
  );
  const nameOf = (row: Row, end: End): string => {
    const id = row[`${end}_id`];
    return introducedAs(context, row.relationship, id)?.display ?? names.get(id) ?? 'unknown';
  };
  return new Map(
    candidates.map((candidate) => [
      candidate,
      { source: nameOf(candidate.row, 'source'), destination: nameOf(candidate.row, 'destination') },
    ]),
  );
}

/** The ends are objects that the relationship's filters let pass. */
export const endsPassFilters: BatchRule = async (candidates, context) => {
  const found = new Map<Candidate, Obstacle>();
  for (const end of ends)
    for (const group of byRelationship(candidates, end)) {
      const relationship = relationshipOf(group[0]!);
      const passing = await passingOf(context, relationship, end, group);
      for (const candidate of group)
        if (!found.has(candidate) && !passing.has(candidate.row[`${end}_id`]))
          found.set(candidate, {
            key: end,
            text: (label, names) => `${names[end]} violates ${label} ${end}_filter restriction`,
          });
    }
  return tell(context, candidates, found);
};

const isFilter = (filter: unknown): filter is Row =>
  typeof filter === 'object' && filter !== null && Object.keys(filter).length > 0;

/** Candidates whose end is filtered and new, by relationship. */
function byRelationship(candidates: Candidate[], end: End): Candidate[][] {
  const filtered = candidates.filter(
    (candidate) =>
      isFilter(relationshipOf(candidate)[`${end}_filter`]) &&
      (changes(candidate, `${end}_id`) || changes(candidate, 'relationship')),
  );
  return [...groupedBy(filtered, (candidate) => relationshipOf(candidate).id).values()];
}

/** A filter that has lost its meaning since it was given lets nobody pass. */
const nobody = (error: unknown): never[] => {
  if (meansNothing(error)) return [];
  throw error;
};

async function passingOf(
  context: WriteContext,
  relationship: Row,
  end: End,
  candidates: Candidate[],
): Promise<Set<unknown>> {
  const ids = candidates.map(({ row }) => row[`${end}_id`] as string);
  const unknown = ids.filter((id) => introducedAs(context, relationship.id, id) === undefined);
  const filter = relationship[`${end}_filter`] as Row;
  const known = ids.filter((id) => introducedAs(context, relationship.id, id)?.passes);
  const label = String(relationship[`${end}_type`]);
  const found = unknown.length === 0 ? [] : await context.passing(label, filter, unknown).catch(nobody);
  return new Set([...known, ...found]);
}
