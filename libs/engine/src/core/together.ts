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
    // What several ask for is asked once.
    const statements = new Map(sent.map(({ statement }) => [keyOf(statement), statement]));
    try {
      const found = new Map<string, Record<string, unknown>[]>();
      if (statements.size === 1) for (const [key, only] of statements) found.set(key, await run.rows(only));
      else {
        const parts = await run.rows<Record<string, unknown>[]>(sideBySide([...statements.values()]));
        for (const [index, key] of [...statements.keys()].entries()) found.set(key, parts[index]!);
      }
      // Each gets rows of its own: they are added to.
      for (const { statement, answer } of sent) answer(found.get(keyOf(statement))!.map((row) => ({ ...row })));
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

const keyOf = ({ sql, values }: Sql): string => `${sql} ${JSON.stringify(values)}`;

/** What locks or writes is a statement of its own. */
const onlyReads = ({ sql }: Sql): boolean =>
  /^\s*select\b/i.test(sql) && !/\bfor\s+(?:no|key|share|update)\b|advisory|nextval|set_config/i.test(sql);
