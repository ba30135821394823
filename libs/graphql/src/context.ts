import type { UnitOfWork } from '@plumbline/engine';
import type { FieldNode } from 'graphql';
import type { Budget } from './budget';

/** What belongs to the answer to one query. */
export interface Context {
  work: UnitOfWork;
  budget: Budget;
  /** What has been prepared for each field of the query, by its place in it: asked for once for all objects there. */
  prepared: Map<readonly FieldNode[], unknown>;
  /** Which groups hold objects, by the objects: asked once, at however many places of the query they appear. */
  holding: Map<string, Promise<ReadonlyMap<Item['id'], Item['id'][]>>>;
}

/** What is known of an object beside its columns is kept under symbols: a column may have any name, `label` too. */
export const model = Symbol('model');
export const isHidden = Symbol('isHidden');

/** An object on its way into the answer: its id and the values of its columns that were asked for. */
export interface Item {
  id: string | number;
  /** The label of its model, where it may be one of several. */
  [model]?: string;
  /** Whether whoever asks may not view it: then nothing but the id is told of it. */
  [isHidden]?: boolean;
  [column: string]: unknown;
}

/** Does something once for a field of the query, however many objects have it. */
export function prepared<T>({ prepared: known }: Context, nodes: readonly FieldNode[], make: () => T): T {
  if (!known.has(nodes)) known.set(nodes, make());
  return known.get(nodes) as T;
}
