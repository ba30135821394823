import { DatabaseProblem } from '../connect/unusableDatabase';
import type { Connection } from '../connect/withConnection';
import { sql } from '../sql';

/** Refuses to make a schema in a database that cannot hold every text: what it lacks would be an error of the server later. */
export async function demandUnicode(connection: Connection): Promise<void> {
  const { name, encoding } = (await connection.first<{ name: string; encoding: string }>(
    sql.fragment`select current_database() as name, current_setting('server_encoding') as encoding`,
  ))!;
  if (encoding === 'UTF8') return;
  throw new DatabaseProblem(
    `the database ${name} has the encoding ${encoding}, in which not every text can be kept. Make one in UTF8 and name that: create database … template template0 encoding 'UTF8'.`,
  );
}
