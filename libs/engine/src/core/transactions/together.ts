import { notCachingRows, type Queryable, type Sql, sideBySide } from '@plumbline/store';
import type { UnitOfWork } from '../engine';

interface Waiting {
  statement: Sql;
  /** The same for statements that ask the same. */
  key: string;
  answer(rows: Record<string, unknown>[]): void;
  fail(error: unknown): void;
}

/** Most statements that go as one: PostgreSQL takes 1,664 columns in an answer, and no model has fifty. */
const atMost = 32;

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
    const statements = new Map(sent.map(({ key, statement }) => [key, statement]));
    try {
      const found = new Map<string, Record<string, unknown>[]>();
      for (const group of groupsOf([...statements])) {
        const answers = await rowsOfEach(
          run,
          group.map(([, statement]) => statement),
        );
        for (const [index, [key]] of group.entries()) found.set(key, answers[index]!);
      }
      // Each gets rows of its own: they are added to.
      for (const { key, answer } of sent) answer(found.get(key)!.map((row) => ({ ...row })));
    } catch (error) {
      for (const { fail } of sent) fail(error);
    }
  };
  const rows = <T>(statement: Sql): Promise<T[]> => {
    if (!onlyReads(statement)) return run.rows<T>(statement);
    return new Promise<T[]>((resolve, reject) => {
      const key = keyOf(statement);
      // After all that has been answered by now was taken in, and before anything more is.
      if (waiting.length === 0) process.nextTick(send);
      waiting.push({ statement, key, answer: (found) => resolve(found as T[]), fail: reject });
    });
  };
  return {
    ...work,
    sql: { rows, quick: rows, first: async <T>(statement: Sql) => (await rows<T>(statement))[0], run: run.run },
  };
}

function groupsOf<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / atMost);
  return Array.from({ length: count }, (_, group) => all.slice(group * atMost, (group + 1) * atMost));
}

/** What each of these statements answers. */
async function rowsOfEach(run: Queryable, statements: readonly Sql[]): Promise<Record<string, unknown>[][]> {
  const [only, ...others] = statements;
  return others.length === 0 ? [await run.rows(notCachingRows(only!))] : run.rows(sideBySide(statements));
}

const keyOf = ({ sql, values }: Sql): string => `${sql} ${JSON.stringify(values)}`;

/** What locks or writes is a statement of its own; what looks whether somebody has locked a row is not. */
const onlyReads = ({ sql }: Sql): boolean =>
  /^\s*select\b/i.test(sql) &&
  !/\bfor\s+(?:no|key|share(?! skip locked)|update)\b|advisory|nextval|set_config/i.test(sql);
