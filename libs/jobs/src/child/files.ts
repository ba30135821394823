import { type FileAnswer, largestFile, type Report } from '../messages';

/** Files one run may make, and their bytes together. */
const mostFiles = 1_000;
const mostBytes = 100 * 1024 * 1024;

/** The files of a run: each leaves the process when the one before is kept, so that few of them are in memory. */
export function createFiles(say: (report: Report) => Promise<void>): {
  createFile(name: string, content: string | Buffer): Promise<void>;
  hear(answer: FileAnswer): void;
  /** Answers when no file is on its way any more, those that the job did not wait for among them. */
  settled(): Promise<unknown>;
} {
  let made = 0;
  let bytes = 0;
  let before: Promise<unknown> = Promise.resolve();
  let heard: (answer: FileAnswer) => void = () => undefined;

  async function keep(number: number, name: string, content: Buffer): Promise<void> {
    const answer = new Promise<FileAnswer>((resolve) => {
      heard = resolve;
    });
    await say({ kind: 'file', number, name, content: content.toString('base64') });
    const { problem } = await answer;
    if (problem !== undefined) throw new Error(problem);
  }

  async function createFile(name: string, content: string | Buffer): Promise<void> {
    const sent = Buffer.from(content);
    if (sent.length > largestFile)
      throw new Error(`The file has ${sent.length} bytes; a job may make files of up to ${largestFile}.`);
    if (made >= mostFiles) throw new Error(`The job has made ${made} files; one run may make up to ${mostFiles}.`);
    if (bytes + sent.length > mostBytes)
      throw new Error(
        `With this file of ${sent.length} bytes the job has made files of ${bytes + sent.length} bytes; those of one run may have up to ${mostBytes} together.`,
      );
    const number = made++;
    bytes += sent.length;
    const kept = before.then(() => keep(number, name, sent));
    before = kept.catch(() => undefined);
    await kept;
  }

  return { createFile, hear: (answer) => heard(answer), settled: () => before };
}
