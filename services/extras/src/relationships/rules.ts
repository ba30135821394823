import { isDeepStrictEqual } from 'node:util';
import { type FieldErrors, Problem } from '@plumbline/http';
import {
  type BatchRule,
  type Candidate,
  changes,
  type Row,
  type Rule,
  type RuleResult,
  type WriteContext,
} from '@plumbline/model';
import { sql } from '@plumbline/store';
import { keyByLabel } from '../customFields/rules';

/** A relationship without a key is named after its label. */
export const keyed: BatchRule = keyByLabel('extras.relationship', 100);

const isSymmetric = ({ type }: Row): boolean => String(type).startsWith('symmetric');

const isEmpty = (value: unknown): boolean => !value || (typeof value === 'object' && Object.keys(value).length === 0);

/** Where both ends are alike, what is said of one is said of the other. */
export const evenOut: BatchRule = (candidates) => {
  for (const { row } of candidates.filter((candidate) => isSymmetric(candidate.row)))
    for (const name of ['label', 'filter']) {
      if (isEmpty(row[`source_${name}`])) row[`source_${name}`] = row[`destination_${name}`];
      else if (isEmpty(row[`destination_${name}`])) row[`destination_${name}`] = row[`source_${name}`];
    }
  return [];
};

/** What the two ends of a symmetric relationship may not differ in, and that neither can be required: all of it at once. */
export const symmetricIsEven: Rule = ({ row }) => {
  if (!isSymmetric(row)) return undefined;
  const errors: FieldErrors = {};
  for (const name of ['type', 'label', 'hidden', 'filter'])
    if (!isDeepStrictEqual(row[`source_${name}`], row[`destination_${name}`]))
      errors[`destination_${name}`] = [`Must match source_${name} for a symmetric relationship`];
  if (row.required_on !== '') errors.required_on = ['Symmetric relationships cannot be marked as required.'];
  return Object.keys(errors).length > 0 ? errors : undefined;
};

/** A filter on an end is one that its objects have. */
export const sideFiltersAreValid: BatchRule = (candidates, context) =>
  Promise.all(
    candidates.map(async (candidate): Promise<RuleResult> => {
      for (const end of ['source', 'destination'] as const) {
        const verdict = await filterMeans(candidate, end, context);
        if (verdict) return verdict;
      }
      return undefined;
    }),
  );

async function filterMeans(
  candidate: Candidate,
  end: 'source' | 'destination',
  context: WriteContext,
): Promise<RuleResult> {
  const name = `${end}_filter`;
  const { [name]: filter, [`${end}_type`]: label } = candidate.row;
  if (isEmpty(filter) || !(changes(candidate, name) || changes(candidate, `${end}_type`))) return undefined;
  if (typeof filter !== 'object' || Array.isArray(filter))
    return { [name]: [`Filter for ${context.nameOf(String(label))} must be a dictionary`] };
  try {
    await context.passing(String(label), filter as Row, []);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 400) throw error;
    return {
      [name]: Object.entries(error.body).map(([parameter, texts]) => told(parameter, [texts].flat().join(' '))),
    };
  }
}

const told = (parameter: string, text: string): string =>
  text.startsWith(`'${parameter}' `) ? text : `'${parameter}': ${text}`;

const lasting = [
  ['type', 'the type of the relationship', 'the type'],
  ['source_type', 'the type of the source object', 'the source type'],
  ['destination_type', 'the type of the destination object', 'the destination type'],
] as const;

/** What associations rely on stays as long as there are any. */
export const endsStay: BatchRule = async (candidates, { tx }) => {
  const moved = candidates.map((candidate) =>
    candidate.before ? lasting.find(([name]) => changes(candidate, name)) : undefined,
  );
  const ids = candidates.filter((_, index) => moved[index]).map(({ row }) => row.id);
  if (ids.length === 0) return [];
  const rows = await tx.rows<{ relationship: string }>(
    sql.unsafe`SELECT DISTINCT relationship FROM relationshipassociation WHERE relationship = ANY(${sql.array(ids as string[], 'uuid')})`,
  );
  const used = new Set<unknown>(rows.map(({ relationship }) => relationship));
  return candidates.map(({ row }, index): RuleResult => {
    const what = moved[index];
    if (!what || !used.has(row.id)) return undefined;
    return {
      __all__: [
        `Not supported to change ${what[1]} when some associations are present in the database, delete all associations first before modifying ${what[2]}.`,
      ],
    };
  });
};
