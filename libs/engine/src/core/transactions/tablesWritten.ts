import type { Queryable, Sql } from '@plumbline/store';
import type { UnitOfWork } from '../engine';
import { perTransaction } from './perTransaction';

/** The statements of a transaction that may have written, and the tables they name. */
interface Written {
  statements: Set<string>;
  tables: Set<string>;
}

const writtenIn = perTransaction((): Written => ({ statements: new Set(), tables: new Set() }));

/** Passes statements on, and notes for the transaction which of them may write. */
export function notingWrites(queryable: Queryable, work: Pick<UnitOfWork, 'transactionState'>): Queryable {
  const { statements } = writtenIn(work);
  const noted = (statement: Sql): Sql => {
    if (!reading.test(statement.sql)) statements.add(statement.sql);
    return statement;
  };
  return {
    rows: (statement) => queryable.rows(noted(statement)),
    quick: (statement) => queryable.quick(noted(statement)),
    first: (statement) => queryable.first(noted(statement)),
    run: (statement) => queryable.run(noted(statement)),
  };
}

/** The tables of this service that the transaction has written to, or may have. */
export function tablesWritten(work: Pick<UnitOfWork, 'transactionState'>): ReadonlySet<string> {
  const { statements, tables } = writtenIn(work);
  for (const statement of statements) for (const [, name] of statement.matchAll(writing)) tables.add(name!);
  statements.clear();
  return tables;
}

/** What a statement that only reads begins with: data-modifying parts are possible behind WITH alone. */
const reading = /^\s*select\b/i;
/** Names more than is written to, such as the `set` of `do update set`, and nothing less. */
const writing =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(?:"?\w+"?\s*\.\s*)?"?(\w+)"?/gi;
