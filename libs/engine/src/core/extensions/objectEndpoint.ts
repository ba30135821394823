import type { Query } from '@plumbline/http';
import type { Model, Row } from '@plumbline/model';
import type { Schema } from '../apiSchema';
import type { UnitOfWork } from '../engine';
import type { Answer } from '../service';

/** A request to an endpoint that an extension has below the URL of each object. */
export interface ObjectRequest {
  work: UnitOfWork;
  model: Model;
  method: 'GET' | 'POST';
  /** The object, if the caller may view it; else a 403 or 404. */
  object(): Promise<Row>;
  /** The address without the query. */
  address: string;
  query: Query;
  /** Whether the answer is to be a table. */
  wantsTable: boolean;
  /** The body as JSON; undefined when there is none. */
  body(): Promise<unknown>;
}

/** An endpoint that an extension has below the URL of each object: `<detail>/<name>/`. */
export interface ObjectEndpoint {
  name: string;
  /** What OPTIONS calls it. */
  title: string;
  methods: readonly ObjectRequest['method'][];
  answer(request: ObjectRequest): Promise<Answer>;
  describe: {
    /** Its operations, by verb in lower case: what is said of them beside what all have in common. */
    operations(model: Model): Record<string, ObjectOperation>;
    schemas: Record<string, Schema>;
  };
}

/** What OpenAPI says of one verb of such an endpoint. */
export interface ObjectOperation {
  /** The last part of the operation's name. */
  verb: string;
  description: string;
  /** Names of shared parameters, beside those of every write. */
  parameters?: readonly string[];
  request?: Schema;
  responses: Record<number, Schema>;
}
