import { type Connection, Query, type QueryResult, type ResultBuilder } from 'pg';
import type { RowCache } from '../rowCache';
import type { Statement } from '../statements/statement';
import type { NegotiatedConnection } from './negotiatedConnection';
import type { RowMessage } from './rowConnection';
import { type Parse, type ParseRow, rowMaker } from './rowMaker';
import type { RowForm } from './sentRow';

/** What becomes of a statement. */
export type Done = (error: Error | null | undefined, result: QueryResult) => void;

/** What the rows of a statement look like: the same every time it is run under its name on one connection. */
export interface Shape {
  fields: QueryResult['fields'];
  _parsers: Parse[];
  parseRow: ParseRow;
}

interface Parsing {
  _parseRowAsArray: ParseRow;
}

/** What pg's class does and has beside what its types say. */
interface PgQuery {
  _result: ResultBuilder & Shape & Parsing;
  _accumulateRows: boolean;
  /** The name under which the statement is prepared. */
  name: string;
  prepare(connection: Connection): void;
  handleRowDescription(message: { fields: Shape['fields'] }): void;
  handleDataRow(message: { fields: (string | null)[] }): void;
}

const PgQuery = Query as unknown as new (text: string, values: unknown[], callback: Done) => Query & PgQuery;

/**
 * A prepared statement as pg runs it, except that PostgreSQL describes its rows once for each connection rather than
 * every time: for one row of many columns that is a good part of what the statement costs on both sides. A statement
 * whose rows would look different now is refused by PostgreSQL as a stale plan, and its connection dropped.
 */
export class RepeatedQuery extends PgQuery {
  private readonly shapes: Map<string, Shape>;
  private readonly inArrays: boolean;
  private readonly rowCache: RowCache | undefined;
  /** Set when its rows are remembered and what they look like is known. */
  private form: RowForm | undefined;

  // Given one by one: pg copies an object of options property by property, which costs more than all else it does here.
  constructor(
    shapes: Map<string, Shape>,
    { name, text, values, parts, rowCache }: Statement & { name: string },
    done: Done,
  ) {
    super(text, values, done);
    this.inArrays = parts !== undefined;
    if (this.inArrays) this._result.parseRow = this._result._parseRowAsArray;
    this.name = name;
    this.shapes = shapes;
    this.rowCache = rowCache;
  }

  /** `connection` is one of ours, as every connection that statements are run on. */
  override prepare(connection: Connection): void {
    const shape = this.shapes.get(this.name);
    if (shape) {
      Object.assign(this._result, shape);
      this._accumulateRows = true;
      this.form = this.rowCache?.form(shape.fields, shape._parsers);
    }
    super.prepare(shape ? (connection as NegotiatedConnection).undescribed : connection);
  }

  override handleRowDescription(message: { fields: Shape['fields'] }): void {
    super.handleRowDescription(message);
    const { fields, _parsers } = this._result;
    if (!this.inArrays) this._result.parseRow = rowMaker(fields, _parsers);
    const { parseRow } = this._result;
    this.shapes.set(this.name, { fields, _parsers, parseRow });
    this.form = this.rowCache?.form(fields, _parsers);
  }

  override handleDataRow(message: RowMessage): void {
    const row = this.form && this.rowCache!.row(this.form, message);
    if (row) this._result.addRow(row);
    else super.handleDataRow(message);
  }
}
