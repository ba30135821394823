import type { Duplex } from 'node:stream';
import { Client, type ClientBase, Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Address } from '../connect/address';
import { NegotiatedConnection } from './negotiatedConnection';
import type { Shape } from './repeatedQuery';
import { RowConnection } from './rowConnection';

/** pg's client, over a connection that comes to TLS as libpq's do, and what is remembered for as long as it lives. */
export class PostgresClient extends Client {
  /** Names of the statements that are prepared on it. */
  readonly prepared = new Set<string>();
  /** What the rows of prepared statements look like, by name. */
  readonly shapes = new Map<string, Shape>();
  /** Statements are being gathered, to go out together at the end of the event loop's turn. */
  gathering = false;
  /** Nobody has done anything with it yet. */
  isNew = true;
  /** The process of the server that works for it, once there is one; pg's types do not know it. */
  declare readonly processID: number | null;
  private readonly over: NegotiatedConnection;

  constructor(to: Address & FastPaths) {
    const over = to.fastPaths ? new RowConnection(to) : new NegotiatedConnection(to);
    // A pool hides the password from whoever copies its options.
    super(Object.create(to, { connection: { value: over } }) as Address);
    this.over = over;
  }

  /** What it is written to. */
  get stream(): Duplex {
    return this.over.stream;
  }
}

/** Whether a client reaches into the driver where that is faster. */
interface FastPaths {
  fastPaths?: boolean;
}

/** A pool of such clients. */
export const createPool = (settings: Address & PoolConfig & FastPaths): Pool =>
  new Pool({ ...settings, Client: PostgresClient as unknown as new () => ClientBase });

/** A client of such a pool as what it is. */
export const ofPool = (client: PoolClient): PostgresClient => client as unknown as PostgresClient;
