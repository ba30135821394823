import type { JobContext } from './context';
import type { JobDescription, VariableDescription } from './description';
import { type ValuesOf, type Variable, v } from './variables';

/** A job as its file declares it; what is left out has the usual meaning. */
export interface JobDefinition<V extends Record<string, Variable<unknown>>> {
  /** What people call it; the name of its export otherwise. */
  name?: string;
  /** What it is listed under; the name of its file otherwise. */
  grouping?: string;
  description?: string;
  variables?: V;
  /** It can be tried without keeping anything; then it has a variable `dryrun`. */
  supportsDryRun?: boolean;
  dryRunDefault?: boolean;
  /** It changes nothing: its API refuses writes. */
  readOnly?: boolean;
  hidden?: boolean;
  approvalRequired?: boolean;
  /** What it is given is not kept, so it can neither be scheduled nor need approval. True unless said otherwise. */
  hasSensitiveVariables?: boolean;
  /** Seconds after which `signal` is aborted; 0: as the workers have it. */
  softTimeLimit?: number;
  /** Seconds after which it is ended; 0: as the workers have it. */
  timeLimit?: number;
  /** Queues it may run in. */
  taskQueues?: string[];
  /** It is set off by changes (job hooks), or by buttons on objects. */
  receives?: 'changes' | 'button';
  /** Does the work; what it returns is kept as the result. Throwing means failure. */
  run(context: JobContext<ValuesOf<V>>): unknown;
}

const brand = Symbol.for('plumbline job');

/** A job, complete. */
export interface Job {
  readonly [brand]: true;
  readonly description: Omit<JobDescription, 'exportName' | 'name' | 'grouping'> & { name?: string; grouping?: string };
  run(context: JobContext<Record<string, unknown>>): unknown;
}

/** Declares a job; its file exports it under the name by which the API knows it. */
export function defineJob<V extends Record<string, Variable<unknown>>>(definition: JobDefinition<V>): Job {
  const { receives, name, grouping } = definition;
  return {
    [brand]: true,
    description: {
      ...(name === undefined ? {} : { name }),
      ...(grouping === undefined ? {} : { grouping }),
      description: definition.description ?? '',
      isHookReceiver: receives === 'changes',
      isButtonReceiver: receives === 'button',
      hasSensitiveVariables: definition.hasSensitiveVariables ?? true,
      approvalRequired: definition.approvalRequired ?? false,
      hidden: definition.hidden ?? false,
      dryRunDefault: definition.dryRunDefault ?? false,
      readOnly: definition.readOnly ?? false,
      softTimeLimit: definition.softTimeLimit ?? 0,
      timeLimit: definition.timeLimit ?? 0,
      taskQueues: definition.taskQueues ?? [],
      supportsDryRun: definition.supportsDryRun ?? false,
      variables: variablesOf(definition as JobDefinition<Record<string, Variable<unknown>>>),
    },
    run: (context) => definition.run(context as unknown as JobContext<ValuesOf<V>>),
  };
}

/** Whether an export of a file is a job. */
export const isJob = (value: unknown): value is Job =>
  typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[brand] === true;

/** Everything everybody may know of a job, under the name its file exports it by. */
export function describeJob(job: Job, exportName: string, moduleName: string): JobDescription {
  const { name = exportName, grouping = moduleName, ...rest } = job.description;
  return { exportName, name, grouping, ...rest };
}

function variablesOf(definition: JobDefinition<Record<string, Variable<unknown>>>): VariableDescription[] {
  const { receives, supportsDryRun, dryRunDefault = false, variables = {} } = definition;
  const own = Object.entries(variables).map(([name, { description }]) => ({ name, ...description }));
  const dryRun: VariableDescription[] = supportsDryRun
    ? [{ name: 'dryrun', type: 'DryRunVar', label: 'Dry run', required: false, default: dryRunDefault }]
    : [];
  return [...(receives ? received[receives] : []), ...own, ...dryRun];
}

/** What those that are set off are given. */
const received: Record<'changes' | 'button', VariableDescription[]> = {
  changes: [{ name: 'object_change', ...v.object({ model: 'extras.objectchange' }).description }],
  button: [
    { name: 'object_pk', ...v.string().description },
    { name: 'object_model_name', ...v.string().description },
  ],
};
