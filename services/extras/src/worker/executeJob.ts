import { randomUUID } from 'node:crypto';
import { gatewayAddress, keyFor, type Settings, ticketPurpose } from '@plumbline/config';
import { unseal } from '@plumbline/engine';
import { renewTicketAfter, signTicket, type Ticket } from '@plumbline/http';
import { type LogLine, type Outcome, type RunningJob, runJob } from '@plumbline/jobs';
import type { Row } from '@plumbline/model';
import type { Queryable } from '@plumbline/store';
import { jobRow } from '../jobs/jobRow';
import type { JobPayload, JobSecret } from '../jobs/payload';
import { taskName } from '../jobs/queueRun';
import { endFailed, endResult, failureOf, failureResult, keepLines } from '../jobs/results';
import { readSource } from '../jobs/source';
import { whenAvailable } from '../jobs/whenAvailable';
import { keepCreatedFiles } from './keepCreatedFiles';
import { locate } from './locate';
import { openGivenFiles } from './openGivenFiles';
import { runCommand } from './runCommand';
import type { WorkerParts } from './workerParts';

/** Runs a job whose result this worker has taken, and writes down how it ended. `started` hears how to end it. */
export async function executeJob(
  parts: WorkerParts,
  payload: JobPayload,
  started: (running: Pick<RunningJob, 'stop'>) => void,
): Promise<void> {
  const { database, log } = parts;
  const writeDown = (outcome: Outcome) =>
    whenAvailable(() => database.transaction((tx) => end(tx, payload.result, outcome)), log);
  const outcome = await run(parts, payload, started).catch(failed);
  // Where what a job answered cannot be kept, that is how it ended.
  await writeDown(outcome).catch((error) => writeDown(failed(error)));
}

const failed = (thrown: unknown): Outcome => ({ kind: 'failed', ...failureOf(thrown) });

async function run(
  parts: WorkerParts,
  payload: JobPayload,
  started: (running: Pick<RunningJob, 'stop'>) => void,
): Promise<Outcome> {
  const { settings, database, log } = parts;
  const job = await jobRow(database, payload.job);
  const source = readSource(job?.origin);
  if (!job?.installed || !source) throw new Error('This job is not installed any more.');
  if (!job.enabled) throw new Error('This job is not enabled to be run.');
  const secret = JSON.parse(unseal(payload.sealed, settings.secretKey)) as JobSecret;
  const limits = limitsOf(job, settings);
  const lines = (found: LogLine[]) => {
    const kept = found.map((line) => ({ ...line, id: randomUUID() }));
    return whenAvailable(() => keepLines(database, payload.result, kept), log);
  };
  if (source.kind === 'command') {
    const command = runCommand({ ...parts, command: source.path, resultId: payload.result, limits, lines });
    started(command);
    return command.ended;
  }
  const file = await locate(source, settings, database);
  if (file === undefined) throw new Error('The file of this job is nowhere to be found.');
  const ticket: Ticket = {
    userId: payload.user.id,
    readOnly: job.read_only === true,
    origin: { context: payload.origin, detail: taskName(job) },
  };
  const key = keyFor(ticketPurpose, settings.secretKey);
  const authorization = () => signTicket(ticket, key);
  const running = runJob(
    {
      kind: 'run',
      job: { file, exportName: source.exportName },
      ...secret,
      files: await openGivenFiles(database, job, secret.values),
      dryRun: job.supports_dryrun === true && secret.values.dryrun === true,
      user: payload.user,
      resultId: payload.result,
      api: {
        base: gatewayAddress(settings),
        authorization: authorization(),
        requestId: payload.result,
        trace: parts.tracing?.carry() ?? {},
      },
    },
    limits,
    { lines, file: keepCreatedFiles(parts, payload.result) },
  );
  started(running);
  const renewal = setInterval(() => running.authorize(authorization()), renewTicketAfter);
  try {
    return await running.ended;
  } finally {
    clearInterval(renewal);
  }
}

function limitsOf({ soft_time_limit, time_limit }: Row, { jobs }: Settings) {
  return {
    softTimeLimit: Number(soft_time_limit) || jobs.softTimeLimit,
    timeLimit: Number(time_limit) || jobs.timeLimit,
    memory: jobs.memory,
  };
}

async function end(tx: Queryable, result: string, outcome: Outcome): Promise<void> {
  switch (outcome.kind) {
    case 'done':
      return endResult(tx, result, { status: 'SUCCESS', result: outcome.result });
    case 'stopped':
      return endResult(tx, result, {
        status: 'FAILURE',
        result: failureResult('WorkerStopped', 'The worker was stopped.'),
        traceback: 'WorkerStopped: The worker was stopped.',
      });
    default:
      return endFailed(tx, result, outcome, 'run');
  }
}
