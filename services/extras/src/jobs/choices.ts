/** How a run of a job, or other work in the background, has ended or how far it is. */
export const jobResultStatuses = [
  ['FAILURE', 'FAILURE'],
  ['PENDING', 'PENDING'],
  ['RECEIVED', 'RECEIVED'],
  ['RETRY', 'RETRY'],
  ['REVOKED', 'REVOKED'],
  ['STARTED', 'STARTED'],
  ['SUCCESS', 'SUCCESS'],
] as const;
export type JobResultStatus = (typeof jobResultStatuses)[number][0];

/** How much what a job says matters. */
export const logLevels = [
  ['debug', 'Debug'],
  ['info', 'Info'],
  ['warning', 'Warning'],
  ['error', 'Error'],
  ['critical', 'Critical'],
] as const;

/** When a job runs. */
export const jobExecutionTypes = [
  ['immediately', 'Once immediately'],
  ['future', 'Once in the future'],
  ['hourly', 'Recurring hourly'],
  ['daily', 'Recurring daily'],
  ['weekly', 'Recurring weekly'],
  ['custom', 'Recurring custom'],
] as const;
export type JobExecutionType = (typeof jobExecutionTypes)[number][0];
