import type { Client } from '../harness/client';

/** A page of a list. */
export interface Page<Item> {
  count: number;
  next: string | null;
  previous: string | null;
  results: Item[];
}

/** Any object of the API, for tests that name the members they look at. */
export interface Item {
  id: string;
  [member: string]: unknown;
}

/** Speaks to a running program as its administrator, and expects to succeed. */
export class Api {
  private readonly client: Client;

  constructor(program: { client: Client }) {
    this.client = program.client;
  }

  /** Asks for what lies at a path under `/api/`. */
  async get<Body = Item>(path: string): Promise<Body> {
    return (await this.client.must(200, 'GET', path)).body as Body;
  }

  async list<Listed = Item>(path: string): Promise<Page<Listed>> {
    return this.get<Page<Listed>>(path);
  }

  /** Makes one object or a list of them. */
  async create<Body = Item>(path: string, body: unknown): Promise<Body> {
    return (await this.client.must(201, 'POST', path, body)).body as Body;
  }

  /** Sends one request and answers with the status of whatever came back. */
  async send(method: string, path: string, body?: unknown): Promise<number> {
    return (await this.client.call(method, path, body)).status;
  }
}
