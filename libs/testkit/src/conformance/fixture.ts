import type { Label, Model, Row } from '@plumbline/model';

/** A request body, or whatever else a test sends. */
export type Body = Record<string, unknown>;

/** Objects that were made for a fixture, by the names it gives them. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
export type Made = Record<string, any>;

/** Values of query parameters, perhaps such as name what was made first. */
export type Samples = Record<string, string> | ((made: Made) => Record<string, string>);

/** A body as it is, or worked out from what was made first. */
export type BodyOf = Body | ((made: Made) => Body);

/** An object, or a list of them, that has to be there first: where it is made, below `/api/`, and from what. */
export type SetUp = readonly [path: string, body: BodyOf | Body[] | ((made: Made) => Body[])];

/** A body nobody may send, and the answer: a pattern of the error map (status 400). */
export interface BadBody {
  /** Sent instead of, or in addition to, what `minimal` says. */
  body: BodyOf;
  answer: unknown;
}

/** How objects of a model are made and changed. */
export interface Writes {
  minimal: BodyOf;
  /** Every field a client can set, set. */
  maximal: BodyOf;
  /** One of many objects; those of different numbers (0 to 999) can all be there together. */
  numbered: (number: number, made: Made) => Body;
  /** What can be changed of every object at once. */
  change: Body;
  /** The error map for making `maximal` a second time; undefined: then there are two. */
  again?: unknown;
  bad?: BadBody[];
}

/** What a model's author brings; the conformance suite follows from it. */
export interface Fixture {
  model: Model;
  setUp?: Record<string, SetUp>;
  /** Rows of the model's service that nobody can make over the API, by label; they are put into the tables first. */
  given?: Record<Label, Row[]>;
  /** Missing when clients cannot make objects of the model yet, or ever. */
  writes?: Writes;
  /** Values for filters whose meaning only the model knows. */
  samples?: Samples;
  /** An object that keeps the one made from `minimal` from being deleted. */
  protector?: SetUp;
}

export const bodyFrom = <T extends Body | Body[]>(body: T | ((made: Made) => T), made: Made): T =>
  typeof body === 'function' ? body(made) : body;
