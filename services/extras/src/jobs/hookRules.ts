import {
  type BatchRule,
  type Candidate,
  firstProblem,
  type LockStep,
  type Rule,
  type RuleResult,
  type WriteContext,
} from '@plumbline/model';
import { sql } from '@plumbline/store';

const actions = ['create', 'update', 'delete'] as const;
type Action = (typeof actions)[number];

/**
 * One hook is looked at and written at a time, so that two of them never are about the same change of the same kind.
 */
export const lockHooks: LockStep = () => sql.fragment`SELECT pg_advisory_xact_lock(hashtext('extras.jobhook'))`;

const hasAction: Rule = ({ row }) =>
  actions.some((action) => row[`type_${action}`])
    ? undefined
    : { __all__: ['You must select at least one type: create, update, and/or delete.'] };

/** A hook that nothing sets off is a mistake. */
export const firesAtSomething: BatchRule = firstProblem(hasAction);

interface Hook {
  id: unknown;
  job: unknown;
  content_types: string[];
  type_create: boolean;
  type_update: boolean;
  type_delete: boolean;
}

/** A job hears of one kind of change of one kind of object by one hook only. */
export const hooksAreDifferent: BatchRule = async (candidates, context) => {
  const jobs = sql.array(
    candidates.map(({ row }) => row.job as string),
    'uuid',
  );
  const writing = sql.array(
    candidates.map(({ row }) => row.id as string),
    'uuid',
  );
  const stored = await context.tx.rows<Hook>(sql.unsafe`
    SELECT id, job, content_types, type_create, type_update, type_delete FROM jobhook
    WHERE job = ANY(${jobs}) AND NOT id = ANY(${writing})`);
  const known: Hook[] = [...stored];
  return candidates.map((candidate) => {
    const hook = candidate.row as unknown as Hook;
    const verdict = conflict(candidate, hook, known, context);
    known.push(hook);
    return verdict;
  });
};

function conflict({ related }: Candidate, hook: Hook, known: Hook[], { contentTypeName }: WriteContext): RuleResult {
  const rivals = known.filter(({ job }) => job === hook.job);
  const errors = actions.flatMap((action): [string, string[]][] => {
    const label = hook.content_types.find((type) => rivals.some((rival) => isAbout(rival, action, type)));
    if (!hook[`type_${action}`] || label === undefined) return [];
    return [
      [
        `type_${action}`,
        [`A job hook already exists for ${action} on ${contentTypeName(label)} to job ${related.job?.name}`],
      ],
    ];
  });
  return errors.length === 0 ? undefined : Object.fromEntries(errors);
}

const isAbout = (hook: Hook, action: Action, label: string): boolean =>
  hook[`type_${action}`] && hook.content_types.includes(label);
