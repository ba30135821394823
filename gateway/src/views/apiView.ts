import type { GatewayRequest, Query } from '@plumbline/http';
import type { OpenAPIV3 } from 'openapi-types';

/** What a view answers: a value that is rendered as the client asked. */
export interface Answer {
  status: number;
  body: unknown;
}

/**
 * A view of the gateway itself that answers with data; it is asked only with GET, after negotiation and authentication.
 */
export interface ApiView {
  path: string;
  /** Its title, in OPTIONS and above its page. */
  name: string;
  description: string;
  /** The schema of what it answers, for the OpenAPI document; absent: not in the document. */
  schema?: OpenAPIV3.SchemaObject;
  /** Parameters it requires, in the OpenAPI document. */
  parameters?: readonly string[];
  read(gatewayRequest: GatewayRequest, query: Query): unknown | Promise<unknown>;
}

/** Thrown by a view that refuses with a bare text, where the contract has no `{"detail": …}`. */
export class PlainRefusal extends Error {
  constructor(
    readonly status: number,
    readonly text: string,
  ) {
    super(text);
    this.name = 'PlainRefusal';
  }
}
