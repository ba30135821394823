import { type JobDescription, variableTypes } from '@plumbline/jobs';
import { isStorableJson } from '@plumbline/model';
import { z } from 'zod/v4';
import { isQueueName } from './rules';

const seconds = z.number().min(0);

/** What a file must say of its jobs, whoever wrote it in whichever language. */
const description = z.looseObject({
  exportName: z.string().max(100),
  name: z.string().min(1),
  grouping: z.string(),
  description: z.string(),
  isHookReceiver: z.boolean(),
  isButtonReceiver: z.boolean(),
  hasSensitiveVariables: z.boolean(),
  approvalRequired: z.boolean(),
  hidden: z.boolean(),
  dryRunDefault: z.boolean(),
  readOnly: z.boolean(),
  softTimeLimit: seconds,
  timeLimit: seconds,
  taskQueues: z.array(z.string().refine(isQueueName, 'no queue can be called so')),
  supportsDryRun: z.boolean(),
  variables: z.array(z.looseObject({ name: z.string(), type: z.enum(variableTypes) })),
});

/** What a file says of a job that nobody could keep; undefined when all of it is well. */
export function descriptionProblem(said: JobDescription): string | undefined {
  if (!isStorableJson(said)) return 'it has null characters, or halves of characters';
  const { error } = description.safeParse(said);
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
}
