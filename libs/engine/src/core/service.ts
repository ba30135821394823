import type { Events, Questions, Subject } from '@plumbline/bus';
import type { App, Settings } from '@plumbline/config';
import type { Query } from '@plumbline/http';
import type { Label, Model, Row } from '@plumbline/model';
import type { TableSpec } from '@plumbline/store';
import type { OpenAPIV3 } from 'openapi-types';
import type { Schema } from './apiSchema';
import type { Chore } from './background/chore';
import type { ChangeRecord } from './changeRecord';
import type { Engine, UnitOfWork } from './engine';
import type { Audit } from './extensions/audit';
import type { PanelFacts } from './extensions/panel';
import type { Validator } from './extensions/validator';

/** What an action or view answers: status, JSON body (none for 204), further headers. */
export interface Answer {
  status: number;
  body?: unknown;
  /** In place of the body, to whoever wants a table: a text, or many one after the other. */
  csv?: string | AsyncIterable<string>;
  headers?: Record<string, string>;
}

/** A request to an endpoint beyond list, read, create, change and delete. */
export interface ActionRequest {
  work: UnitOfWork;
  model: Model;
  /** The object named in the URL, loaded and visible to the caller (`view`); undefined where the action loads it itself. */
  row: Row | undefined;
  /** Loads it as part of a piece of work; throws the 404. */
  load(work: UnitOfWork): Promise<Row>;
  /** The id in the URL as the client wrote it. */
  id: string | undefined;
  query: Query;
  /** Whether the answer is to be a table. */
  wantsTable: boolean;
  /**
   * The parsed body of a write; undefined when there was none, and a `SentForm` where the endpoint takes forms and got
   * one.
   */
  body: unknown;
}

export type ActionHandler = (request: ActionRequest) => Promise<Answer>;

export type EndpointMethod = 'GET' | 'POST' | 'PATCH';

/** What OpenAPI says of one method of an endpoint that has no ordinary description. */
export interface OperationDescription {
  /** One sentence for API readers. */
  description?: string;
  /** The last part of the operation's name, where it is not `retrieve`, `create` or `partial_update`. */
  verb?: string;
  parameters?: OpenAPIV3.ParameterObject[];
  /** The schema of the body of a write. */
  request?: Schema;
  /** The schema of the body where it may also be a form. */
  form?: Schema;
  /** The schema of the answer by status; undefined: no body. Refusals are described without being named. */
  responses: Record<number, Schema | undefined>;
  /** The media types of a file that its 200 may be: beside what `responses` says of that, or alone where this is nothing. */
  files?: readonly string[];
  /** Schemas these refer to, by name. */
  schemas?: Record<string, Schema>;
}

/** An endpoint below a model's detail URL: `/api/<app>/<endpoint>/<id>/<name>/`. */
export interface Action {
  model: Model;
  /** The last segment of its URL. */
  name: string;
  methods: Partial<Record<EndpointMethod, ActionHandler>>;
  /** Methods that load the object named in the URL themselves, within their transaction. */
  loadsWithin?: readonly EndpointMethod[];
  /**
   * Methods that answer what their transaction (`writing`) answered: who sends the request again gets that first, since the
   * object may have gone or be past it.
   */
  decides?: readonly EndpointMethod[];
  /** The model whose objects its bodies describe; CSV is read by it, and refused without one. */
  bodyModel?: Model;
  /** Takes `multipart/form-data` beside JSON. */
  takesForms?: boolean;
  /** The permission on the object named in the URL, by method; `view` unless said otherwise. */
  permission?: Partial<Record<EndpointMethod, string>>;
  /** The model that what the verb usually does must be permitted of, where the object in the URL need only be visible. */
  permissionOf?: Model;
  /** Whatever the method, nothing is written: a token that may only read will do. */
  onlyReads?: boolean;
  describe?: Partial<Record<EndpointMethod, OperationDescription>>;
}

/** An endpoint with no model behind it: `/api/<app>/<name>/`. Only authentication is asked for. */
export interface View {
  name: string;
  /** What OPTIONS calls it, where that is not its name. */
  title?: string;
  /** Its URL, where that is another. */
  path?: string;
  /** Whose pages show what it answers. */
  panel?: PanelFacts;
  /** Whatever the method, nothing is written: a token that may only read will do. */
  onlyReads?: boolean;
  /** A token that may only read will do for its writes too: the contract has such quirks. */
  readersMayWrite?: boolean;
  /** The body is data of the client’s own and names no fields of a model. */
  bodyIsData?: boolean;
  /** What becomes of the body of a request, where it is not read as JSON or CSV. */
  readBody?: (contentType: string | undefined, bytes: Buffer) => unknown;
  methods: Partial<
    Record<
      EndpointMethod,
      (request: Omit<ActionRequest, 'model' | 'row' | 'load' | 'id' | 'wantsTable'>) => Promise<Answer>
    >
  >;
  /** The answer carries no `API-Version` header. */
  unversioned?: boolean;
  describe?: Partial<Record<EndpointMethod, OperationDescription>>;
}

/**
 * A question other processes may ask this service over the bus beside the verbs about all models, by `<model>.<verb>`.
 */
export type BusHandler = (work: UnitOfWork, payload: unknown) => Promise<unknown>;

/** Questions that a service asks others beside those the engine asks for its models. */
export interface BusRequests {
  /** A model, or all that they have in common: `every service` for what is asked of them as a whole. */
  of: Label | 'every model' | 'every service';
  verbs: readonly string[];
}

/** Taking in what other services (and this one) change: in order per object, exactly once each (see sync/). */
export interface Subscription {
  /**
   * The models whose changes matter; `everything`: those of all models that are written to the change log or followed.
   */
  of: Label[] | 'everything';
  /**
   * Takes changes in, in one transaction with the place reached. Doing nothing about one is fine; throwing means:
   * again, later.
   */
  take: (work: UnitOfWork, changes: ChangeRecord[]) => Promise<void>;
}

/** What a service does of its own accord for as long as it runs, in every process of it. */
export type Background = (engine: Engine) => Promise<{ stop(): Promise<void> }>;

/** A number that says how a service is doing, for whoever watches it; the same from whichever process of it. */
export interface Measure {
  /** `plumbline_…`, as Prometheus names things. */
  name: string;
  help: string;
  value: number;
  /** Values that are few, whatever clients do. */
  labels?: Record<string, string>;
}

/** What an application of others says of itself to people. */
export interface AboutApp {
  /** `BGP models` */
  name: string;
  version: string;
  description?: string;
  author?: string;
  authorEmail?: string;
}

/** A domain application as its service.ts declares it; nothing is started by it. */
export interface ServiceDefinition {
  app: App;
  /** What people call it: `IPAM`; of an application of others `about` says that. */
  title?: string;
  /** Where its URLs begin below `/api/`, where that is not its name: `plugins/bgp`. Its models have the same. */
  root?: string;
  /** Its version, as its package says; that of an application of others is told with all else about it. */
  version?: string;
  /** What people are told of an application of others. */
  about?: AboutApp;
  models: Model[];
  /** The same objects as further endpoints list them (`listedAs`). */
  lists?: Model[];
  actions?: Action[];
  views?: View[];
  busHandlers?: Record<string, BusHandler>;
  /** What these questions and their answers are. */
  questions?: Questions;
  /** What it asks others; what nobody has declared the broker lets nobody ask. */
  asks?: readonly (BusRequests | Subject)[];
  /** Events that its processes tell one another. */
  events?: readonly Subject[];
  /** What these are. */
  eventMessages?: Events;
  /** It deletes objects of its own accord, and not for a client's request alone. */
  deletesUnasked?: true;
  /** Folder of the migrations of the service's own tables (`migrationsOf`). */
  migrations: string;
  /** Makes the rows a fresh database must hold; safe to repeat, run in one transaction at every start. */
  seed?: (work: UnitOfWork) => Promise<{ notices?: string[] } | undefined>;
  /** Models whose rows come from consumed changes: reading them first takes in what has been written. */
  derived?: Model[];
  /** What `plumbline audit` looks at beyond what it knows of every model. */
  audits?: Audit[];
  follow?: Subscription;
  /** For how many days rows of models with partitions are kept at least; 0, and those not named: for ever. */
  retention?: { model: Model; days(settings: Settings): number }[];
  /** The rules it has on models of others, one for each of them. */
  validators?: readonly Validator[];
  /** What it looks after every few seconds. */
  chores?: readonly Chore[];
  background?: Background[];
  /** Background work can wait in a queue beside the service's tables (`engine.queue`). */
  queued?: true;
  /** Tables beside those of models, which only this service's own statements know. */
  tables?: TableSpec[];
  /** What the gateway shows of this service on its page of metrics. */
  measures?: (work: UnitOfWork) => Promise<Measure[]>;
}

/** The version of a service; what is not released has none. */
export const versionOf = ({ version = '0.0.0', about }: ServiceDefinition): string => about?.version ?? version;
