import { SentFile } from '@plumbline/http';
import { largestFile } from '@plumbline/jobs';
import { keepJobFile } from '../files/fileProxies';
import type { WorkerParts } from './workerParts';

/** Keeps a file with the result of the job that made it. */
export async function keepCreatedFile(
  { database }: WorkerParts,
  result: string,
  name: string,
  content: Buffer,
): Promise<void> {
  if (content.length > largestFile)
    throw new Error(`The file has ${content.length} bytes; a job may make files of up to ${largestFile}.`);
  await database.transaction(async (sql) => {
    await keepJobFile({ sql }, new SentFile(name, content), result);
  });
}
