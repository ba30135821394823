import { SentFile } from '@plumbline/http';
import type { RunHandlers } from '@plumbline/jobs';
import { keepJobFile } from '../files/fileProxies';
import type { WorkerParts } from './workerParts';

/** Bytes of a file that a job may make; files that one run may make, and their bytes together. */
const largest = 10 * 1024 * 1024;
const mostFiles = 1_000;
const mostBytes = 100 * 1024 * 1024;

/** Keeps the files of a run with its result. Throws for one that is too much, and says which bound it is. */
export function keepCreatedFiles({ database }: WorkerParts, result: string): RunHandlers['file'] {
  let made = 0;
  let bytes = 0;
  return async (name, content) => {
    if (content.length > largest)
      throw new Error(`The file has ${content.length} bytes; a job may make files of up to ${largest}.`);
    if (made >= mostFiles) throw new Error(`The job has made ${made} files; one run may make up to ${mostFiles}.`);
    if (bytes + content.length > mostBytes)
      throw new Error(
        `With this file of ${content.length} bytes the job has made files of ${bytes + content.length} bytes; those of one run may have up to ${mostBytes} together.`,
      );
    made += 1;
    bytes += content.length;
    await database.transaction(async (sql) => {
      await keepJobFile({ sql }, new SentFile(name, content), result);
    });
  };
}
