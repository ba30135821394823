import type { FileAnswer, Report } from '../messages';

/** The files of a run: each leaves the process when the one before is kept, so that few of them are in memory. */
export function createFiles(say: (report: Report) => Promise<void>): {
  createFile(name: string, content: string | Buffer): Promise<void>;
  hear(answer: FileAnswer): void;
  /** Answers when no file is on its way any more, those that the job did not wait for among them. */
  settled(): Promise<unknown>;
} {
  let before: Promise<unknown> = Promise.resolve();
  let heard: (answer: FileAnswer) => void = () => undefined;

  async function keep(name: string, content: Buffer): Promise<void> {
    const answer = new Promise<FileAnswer>((resolve) => {
      heard = resolve;
    });
    await say({ kind: 'file', name, content: content.toString('base64') });
    const { problem } = await answer;
    if (problem !== undefined) throw new Error(problem);
  }

  async function createFile(name: string, content: string | Buffer): Promise<void> {
    const sent = Buffer.from(content);
    const kept = before.then(() => keep(name, sent));
    before = kept.catch(() => undefined);
    await kept;
  }

  return { createFile, hear: (answer) => heard(answer), settled: () => before };
}
