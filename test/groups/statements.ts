import type { App } from '@plumbline/config';
import type { Database, Sql } from '@plumbline/store';
import type { TestServices } from '@plumbline/testkit';

/** A statement a service has run. */
export interface Seen {
  /** How many rows it answered. */
  rows: number;
  /** How PostgreSQL goes about it. */
  explain: () => Promise<string>;
}

const verbs = ['rows', 'quick', 'first'] as const;

/** The statements on a table that a service runs to answer others while something happens; they are only watched. */
export async function statementsOf<T>(
  plumbline: TestServices,
  { app, table }: { app: App; table: string },
  act: () => Promise<T>,
): Promise<{ statements: Seen[]; result: T }> {
  const database = plumbline.services.get(app)!.engine.answers;
  const statements: Seen[] = [];
  const spies = verbs.map((verb) => {
    const run = database[verb].bind(database) as (...given: unknown[]) => Promise<unknown>;
    return jest.spyOn(database, verb).mockImplementation((async (...given: unknown[]) => {
      const found = await run(...given);
      const statement = given[0] as Sql;
      const rows = Array.isArray(found) ? found.length : 1;
      if (statement.sql.includes(`"${table}"`)) statements.push({ rows, explain: () => explain(database, statement) });
      return found;
    }) as never);
  });
  try {
    return { result: await act(), statements };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

async function explain(database: Database, statement: Sql): Promise<string> {
  const explained = await database.rows<Record<string, string>>({ ...statement, sql: `EXPLAIN ${statement.sql}` });
  return explained.map((row) => row['QUERY PLAN']).join('\n');
}
