import { isConnectionLoss } from '../databaseErrors';
import { readAddress } from './address';
import { TlsProblem } from './tlsProblem';

/** A database cannot be used as it is, or not be reached: the message says which, and what to do. */
export class DatabaseProblem extends Error {
  constructor(what: string, cause?: unknown) {
    super(what, cause === undefined ? {} : { cause });
    this.name = 'DatabaseProblem';
  }
}

/** What keeps us from the database of an address, in words; undefined for an error of another kind. */
export function unusableDatabase(connectionString: string, error: unknown): DatabaseProblem | undefined {
  if (!(error instanceof Error) || error instanceof TlsProblem || error instanceof DatabaseProblem) return undefined;
  const { code = '' } = error as Error & { code?: string };
  // Where a name stands for several addresses, what each of them failed with is told by the code alone.
  const said = error.message || code;
  const { host, port } = readAddress(connectionString);
  const tell = (what: string) => new DatabaseProblem(`PostgreSQL on ${host}:${port ?? 5432} ${what}`, error);
  if (code.startsWith('28'))
    return tell(`does not let us in: ${said}. Look whether user and password are right, and what pg_hba.conf says.`);
  if (code === '3D000') return tell(`does not have it: ${said}. Make the database, or name another.`);
  if (code === '42501' && said.startsWith('permission denied for database'))
    return tell(`says: ${said}. Make the role in the address its owner: alter database … owner to ….`);
  if (isConnectionLoss(error))
    return tell(`cannot be used: ${said}. Look whether it runs there, and whether this machine reaches it.`);
  return undefined;
}
