import { SentFile } from '@plumbline/http';
import { keepJobFile } from '../files/fileProxies';
import type { WorkerParts } from './workerParts';

/** Bytes of a file that a job may make. */
const largest = 10 * 1024 * 1024;

/** Keeps a file with the result of the job that made it. */
export async function keepCreatedFile(
  { database }: WorkerParts,
  result: string,
  name: string,
  content: Buffer,
): Promise<void> {
  if (content.length > largest)
    throw new Error(`The file has ${content.length} bytes; a job may make files of up to ${largest}.`);
  await database.transaction(async (sql) => {
    await keepJobFile({ sql }, new SentFile(name, content), result);
  });
}
