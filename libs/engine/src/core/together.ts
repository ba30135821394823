import { type Sql, sideBySide } from '@plumbline/store';
import type { UnitOfWork } from './engine';

interface Waiting {
  statement: Sql;
  answer(rows: Record<string, unknown>[]): void;
  fail(error: unknown): void;
}

/**
 * The same work in a transaction, whose reads that begin in one turn of the event loop go out as one statement: for questions that
 * do not wait for one another. They see what was there when the last of them was asked.
 */
export function together(work: UnitOfWork): UnitOfWork {
  const { sql: run } = work;
  let waiting: Waiting[] = [];
  const send = async () => {
    const sent = waiting;
    waiting = [];
    try {
      if (sent.length === 1) sent[0]!.answer(await run.rows(sent[0]!.statement));
      else {
        const found = await run.rows<Record<string, unknown>[]>(sideBySide(sent.map(({ statement }) => statement)));
        for (const [index, { answer }] of sent.entries()) answer(found[index]!);
      }
    } catch (error) {
      for (const { fail } of sent) fail(error);
    }
  };
  const rows = <T>(statement: Sql): Promise<T[]> => {
    if (!onlyReads(statement)) return run.rows<T>(statement);
    return new Promise<T[]>((resolve, reject) => {
      // After all that has been answered by now was taken in, and before anything more is.
      if (waiting.length === 0) process.nextTick(send);
      waiting.push({ statement, answer: (found) => resolve(found as T[]), fail: reject });
    });
  };
  return {
    ...work,
    sql: { rows, quick: rows, first: async <T>(statement: Sql) => (await rows<T>(statement))[0], run: run.run },
  };
}

/** What locks or writes is a statement of its own. */
const onlyReads = ({ sql }: Sql): boolean =>
  /^\s*select\b/i.test(sql) && !/\bfor\s+(?:no|key|share|update)\b|\block|nextval|set_config/i.test(sql);
