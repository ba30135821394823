import type { FieldErrors } from '@plumbline/http';
import { z } from 'zod/v4';
import { jsonObject } from './clientKeys';
import { viewer } from './messages';

/** A filter that is kept: values, one or several each, by the parameters of a model's list. */
const storedFilter = jsonObject;
export type StoredFilter = z.infer<typeof storedFilter>;

/** `filters`: which of these filters, as they are to be kept, mean something. */
export const filtersRequest = z.object({ filters: z.array(storedFilter) });
/** For each filter what is wrong with it, by parameter; null: nothing. */
export type FiltersReply = (FieldErrors | null)[];

/** `passing`: which of these objects each of these filters lets pass. */
export const passingRequest = z.object({
  filters: z.array(storedFilter),
  ids: z.array(z.union([z.string(), z.number()])),
  /** Leave out what this user may not view. */
  viewer,
});
export type PassingRequest = z.infer<typeof passingRequest>;
/** For each filter where the objects that it lets pass stand among the ids. */
export type PassingReply = number[][];

/** How a further set changes what the ones before it came to. */
export const setOperators = ['union', 'intersection', 'difference'] as const;

/** A set of objects: those a filter lets pass, of these those that the parts come to, one after the other. */
const composedSet = z.object({
  filter: storedFilter,
  /** Sets that stand earlier in the list. */
  parts: z.array(z.object({ operator: z.enum(setOperators), set: z.number().int().min(0) })),
});
export type ComposedSet = z.infer<typeof composedSet>;

/** The objects in the last of some sets, for somebody who is shown them. */
const composed = z.object({
  sets: z.array(composedSet).min(1),
  base: z.string(),
  /** Leave out what this user may not view. */
  viewer,
});

export type Composed = z.infer<typeof composed>;

/** `composed`: a page of them. */
export const composedRequest = composed.extend({
  limit: z.number().int().nullable(),
  offset: z.number().int(),
});

/** How many objects the set has, and those of the page, each as JSON text. */
export interface ComposedReply {
  count: number;
  results: string[];
}

/** `composedTable`: all of them as a table (CSV), in portions: the first, or one that is left. */
export const composedTableRequest = composed.extend({
  /** One of those that the first told of, as it was told. */
  portion: z.string().optional(),
});

/** A portion of a table: its first line, the others, and what portions there are beside the first. */
export const composedTableReply = z.object({ heading: z.string(), lines: z.string(), rest: z.array(z.string()) });
export type ComposedTableReply = z.infer<typeof composedTableReply>;
