import { address, type Definition, list, text, wholeNumber } from '../definition';
import { gatewayPort } from '../ports';

/** Jobs, and the workers that run them. */
export const jobs = {
  jobsFolder: {
    variable: 'PLUMBLINE_JOBS',
    readBy: 'extras',
    meaning:
      'Folder of jobs: JavaScript and TypeScript files that workers load. Jobs are programs: whoever may write there may do what they can.',
    otherwise: 'jobs in the data folder',
    schema: text(),
  },
  jobPackages: {
    variable: 'PLUMBLINE_JOB_PACKAGES',
    readBy: 'extras',
    meaning: 'Installed npm packages that export jobs, separated by commas.',
    otherwise: 'none',
    schema: list(),
  },
  workers: {
    variable: 'PLUMBLINE_WORKERS',
    readBy: 'extras',
    meaning: 'Workers that are started along with everything else, as processes of their own; they run jobs.',
    fallback: '1',
    schema: wholeNumber(0, 64),
  },
  workerQueues: {
    variable: 'PLUMBLINE_WORKER_QUEUES',
    readBy: 'extras',
    meaning: 'Queues a worker serves, separated by commas.',
    fallback: 'default',
    schema: list().refine((queues) => queues.length > 0, 'name one queue at least'),
  },
  workerConcurrency: {
    variable: 'PLUMBLINE_WORKER_CONCURRENCY',
    readBy: 'extras',
    meaning: 'Jobs a worker runs at a time, each in a process of its own.',
    fallback: '2',
    schema: wholeNumber(1, 100),
  },
  jobSoftTimeLimit: {
    variable: 'PLUMBLINE_JOB_SOFT_TIME_LIMIT',
    readBy: 'extras',
    meaning: 'Seconds after which a job that says nothing of it is asked to end; 0 for never.',
    fallback: '300',
    schema: wholeNumber(0, 1_000_000),
  },
  jobTimeLimit: {
    variable: 'PLUMBLINE_JOB_TIME_LIMIT',
    readBy: 'extras',
    meaning: 'Seconds after which a job that says nothing of it is ended; 0 for never.',
    fallback: '600',
    schema: wholeNumber(0, 1_000_000),
  },
  jobMemory: {
    variable: 'PLUMBLINE_JOB_MEMORY',
    readBy: 'extras',
    meaning: 'Mebibytes of memory a job may use; one that uses more is ended.',
    fallback: '256',
    schema: wholeNumber(32, 1_000_000),
  },
  gatewayUrl: {
    variable: 'GATEWAY_URL',
    readBy: 'extras',
    meaning: 'Where workers find the gateway, and imports on its machine.',
    otherwise: `where it listens by HOST and PORT, http://127.0.0.1:${gatewayPort}`,
    schema: address(['http', 'https']),
  },
} satisfies Record<string, Definition<unknown>>;
