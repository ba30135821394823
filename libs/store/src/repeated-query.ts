import { type Connection, type PoolClient, Query, type QueryResult, type ResultBuilder } from 'pg';
import type { Statement } from './statement';

/** What becomes of a statement. */
export type Done = (error: Error | null | undefined, result: QueryResult) => void;

/** What the rows of a statement look like: the same every time it is run under its name on one connection. */
interface Shape {
  fields: { name: string }[];
  _parsers: ((text: string) => unknown)[];
  _prebuiltEmptyResultObject: Record<string, null>;
}

/** What pg's class does and has beside what its types say. */
interface PgQuery {
  _result: ResultBuilder & Shape & { rows: unknown[] };
  _accumulateRows: boolean;
  /** The name under which the statement is prepared. */
  name: string;
  prepare(connection: Connection): void;
  handleRowDescription(message: { fields: Shape['fields'] }): void;
  handleDataRow(message: { fields: (string | null)[] }): void;
}

const PgQuery = Query as unknown as new (text: string, values: unknown[], callback: Done) => Query & PgQuery;

const shapes = new WeakMap<PoolClient, Map<string, Shape>>();
const quiet = new WeakMap<Connection, Connection>();

/** The connection with deaf ears for `describe`. */
function withoutDescribe(connection: Connection): Connection {
  const known = quiet.get(connection);
  if (known) return known;
  const made: Connection = Object.create(connection);
  made.describe = () => undefined;
  quiet.set(connection, made);
  return made;
}

/**
 * A prepared statement as pg runs it, except that PostgreSQL describes its rows once for each connection rather than
 * every time: for one row of many columns that is a good part of what the statement costs on both sides. A statement
 * whose rows would look different now is refused by PostgreSQL as a stale plan, and its connection dropped.
 */
export class RepeatedQuery extends PgQuery {
  private readonly known: Map<string, Shape>;

  // Given one by one: pg copies an object of options property by property, which costs more than all else it does here.
  constructor(client: PoolClient, { name, text, values }: Statement & { name: string }, done: Done) {
    super(text, values, done);
    this.name = name;
    this.known = shapes.get(client) ?? new Map();
    shapes.set(client, this.known);
  }

  override prepare(connection: Connection): void {
    const shape = this.known.get(this.name);
    if (shape) {
      Object.assign(this._result, shape);
      this._accumulateRows = true;
    }
    super.prepare(shape ? withoutDescribe(connection) : connection);
  }

  override handleRowDescription(message: { fields: Shape['fields'] }): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.known.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }

  override handleDataRow({ fields: values }: { fields: (string | null)[] }): void {
    const { fields, _parsers, _prebuiltEmptyResultObject, rows } = this._result;
    const row: Record<string, unknown> = { ..._prebuiltEmptyResultObject };
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index];
      if (value !== null) row[fields[index]!.name] = _parsers[index]!(value!);
    }
    rows.push(row);
  }
}
