import type { UnitOfWork } from '@plumbline/engine';
import { Problem } from '@plumbline/http';
import type { Row } from '@plumbline/model';
import { backgroundTask, jobTask } from './queueRun';
import { readSource } from './source';

/** Refuses a run that nobody would begin: work of this service's own waits for no worker. */
export async function demandServed({ sql, engine }: UnitOfWork, { origin }: Row, queue: string): Promise<void> {
  const isOwn = readSource(origin)?.kind === 'background';
  if (await engine.queue?.isServed(sql, isOwn ? backgroundTask : jobTask(queue))) return;
  const reason = isOwn ? 'nobody does background work at the moment' : `no worker serves the queue "${queue}"`;
  throw new Problem(503, { detail: `Unable to process request: ${reason}.` });
}
