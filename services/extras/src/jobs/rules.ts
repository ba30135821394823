import { changes, type Rule } from '@plumbline/model';

/** The longest name of a queue. */
const longestQueueName = 100;

const isName = (name: unknown): name is string => typeof name === 'string' && name !== '';

/** Whether a queue can be called so. */
export const isQueueName = (name: unknown): boolean => isName(name) && name.length <= longestQueueName;

/** What a job is given is not kept when it is sensitive, and could not be looked at before it is approved. */
export const eitherApprovedOrSensitive: Rule = ({ row, sent }) => {
  if (!row.approval_required || !row.has_sensitive_variables) return undefined;
  const message = 'A job with sensitive variables cannot also be marked as requiring approval';
  const named = ['approval_required', 'has_sensitive_variables'].filter((name) => Object.hasOwn(sent, name));
  return named.length === 0 ? undefined : Object.fromEntries(named.map((name) => [name, [message]]));
};

/** Queues are texts that are short enough, and not empty. */
export const queuesAreNames: Rule = (candidate) => {
  if (!changes(candidate, 'task_queues')) return undefined;
  const queues = candidate.row.task_queues;
  if (!Array.isArray(queues) || !queues.every(isName)) return { task_queues: ['A list of names of queues is needed.'] };
  if (!queues.every(isQueueName))
    return { task_queues: [`Ensure each name has at most ${longestQueueName} characters.`] };
  return undefined;
};
