import { type Connection, Query, type QueryResult, type ResultBuilder } from 'pg';
import type { Statement } from '../statement';
import type { NegotiatedConnection } from './negotiatedConnection';

/** What becomes of a statement. */
export type Done = (error: Error | null | undefined, result: QueryResult) => void;

/** What the rows of a statement look like: the same every time it is run under its name on one connection. */
export interface Shape {
  fields: { name: string }[];
  _parsers: ((text: string) => unknown)[];
  _prebuiltEmptyResultObject: Record<string, null>;
}

/** How pg makes a row of what it is sent. */
interface Parsing {
  parseRow(values: unknown[]): unknown;
  _parseRowAsArray(values: unknown[]): unknown[];
}

/** What pg's class does and has beside what its types say. */
interface PgQuery {
  _result: ResultBuilder & Shape & Parsing;
  _accumulateRows: boolean;
  /** The name under which the statement is prepared. */
  name: string;
  prepare(connection: Connection): void;
  handleRowDescription(message: { fields: Shape['fields'] }): void;
}

const PgQuery = Query as unknown as new (text: string, values: unknown[], callback: Done) => Query & PgQuery;

/**
 * A prepared statement as pg runs it, except that PostgreSQL describes its rows once for each connection rather than
 * every time: for one row of many columns that is a good part of what the statement costs on both sides. A statement
 * whose rows would look different now is refused by PostgreSQL as a stale plan, and its connection dropped.
 */
export class RepeatedQuery extends PgQuery {
  private readonly shapes: Map<string, Shape>;

  // Given one by one: pg copies an object of options property by property, which costs more than all else it does here.
  constructor(shapes: Map<string, Shape>, { name, text, values, parts }: Statement & { name: string }, done: Done) {
    super(text, values, done);
    if (parts !== undefined) this._result.parseRow = this._result._parseRowAsArray;
    this.name = name;
    this.shapes = shapes;
  }

  /** `connection` is one of ours, as every connection that statements are run on. */
  override prepare(connection: Connection): void {
    const shape = this.shapes.get(this.name);
    if (shape) {
      Object.assign(this._result, shape);
      this._accumulateRows = true;
    }
    super.prepare(shape ? (connection as NegotiatedConnection).undescribed : connection);
  }

  override handleRowDescription(message: { fields: Shape['fields'] }): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}
