import { criteriaSchema } from '@plumbline/model';
import { z } from 'zod/v4';
import { jsonObject, objectWithAnyKeys } from './clientKeys';

const key = z.union([z.string(), z.number()]);
/** Who somebody is, as messages say it (`Identity`). */
export const identity = z.object({
  userId: z.string(),
  username: z.string(),
  isSuperuser: z.boolean(),
  writeEnabled: z.boolean(),
  permissionStamp: z.string(),
});
const keys = z.array(key);
/** Who looks, where what this user may not view is left out or kept hidden. */
export const viewer = z.looseObject({ userId: z.string(), username: z.string() }).optional();

/** `find`: which objects match, with the values asked for (dotted paths); or the distinct values of one column. */
export const findRequest = z.object({
  criteria: criteriaSchema,
  values: z.array(z.string()).optional(),
  /** Answer only the distinct non-null values of this column. */
  distinct: z.string().optional(),
  /** In the model's default order, or in that of the objects this relation names. */
  ordered: z.union([z.boolean(), z.string()]).optional(),
  /** … as those who refer to the objects are ordered by them: only its own list walks a tree depth first. */
  asReferred: z.boolean().optional(),
  /** Leave out what is about to be deleted. */
  living: z.boolean().optional(),
  /** The model of what is about to refer to them: what is being changed that its rules go by is left out. */
  referrer: z.string().optional(),
  /** Wait until nobody is about to refer to these objects of another service. */
  waitForReferrersOf: z.object({ label: z.string(), ids: keys }).optional(),
  /** This many at most. */
  limit: z.number().int().optional(),
  /**
   * Each with its JSON text as it is inside others, without an address before its URL, under the name `nestedText`;
   * what relations in it are shown as, where that is not what the settings say.
   */
  nested: z.object({ nestedRelations: z.enum(['url', 'object']).optional() }).optional(),
  /** Leave out what this user may not view. */
  viewer,
});
/** Where a row found with `nested` has its text; no field has such a name. */
export const nestedText = ' text';
export type FindRequest = z.infer<typeof findRequest>;

/**
 * `fetch`: the objects as shown inside others, or by themselves; the reply is `[id, JSON text]` for each that exists,
 * for open ones with what their gaps are for.
 */
export const fetchRequest = z.object({
  ids: keys,
  depth: z.number().int().min(0).max(10),
  base: z.string(),
  /** What relations inside nested objects are shown as; absent: what the settings say. */
  nestedRelations: z.enum(['url', 'object']).optional(),
  /** As they are shown by themselves. */
  root: z.boolean().optional(),
  /** With gaps for what they refer to, whatever the depth. */
  open: z.boolean().optional(),
  /** Of what this user may not view nothing but the id is shown, where related objects are hidden. */
  viewer,
});
export type FetchRequest = z.infer<typeof fetchRequest>;

/**
 * `query`: values of fields of the objects that match, in the order of the list. The reply has a row for each: what it
 * belongs to (null unless `of` is given), its id, and the values in the order of `fields`.
 */
export const queryRequest = z.object({
  fields: z.array(z.string()),
  /** The query parameters of the model's list. */
  parameters: objectWithAnyKeys(z.array(z.string())).optional(),
  ids: keys.optional(),
  /** Only what refers to these by this field; `limit` and `offset` then count for each of them. */
  of: z.object({ field: z.string(), ids: keys }).optional(),
  limit: z.number().int().positive().optional(),
  offset: z.number().int().nonnegative().optional(),
  /** The `sort` of the list; in its own order otherwise. */
  sort: z.string().optional(),
  /** In no order. */
  unordered: z.boolean().optional(),
  /** One row more than this says that there are too many. */
  atMost: z.number().int().nonnegative(),
  /** Leave out what this user may not view. */
  viewer,
});
export type QueryRequest = z.infer<typeof queryRequest>;
export type QueryReply = [owner: unknown, id: string | number, ...values: unknown[]][];
/** `portray`: the objects as templates see them; the reply is `[id, object]` for each that exists. */
export const portrayRequest = z.object({ ids: keys, viewer });

/** `count`: for each relation, how many rows refer to each id. */
export const countRequest = z.object({
  counts: z.array(z.object({ label: z.string(), field: z.string() })),
  ids: keys,
});
export type CountRequest = z.infer<typeof countRequest>;
/** For each count asked for, `{id: n}`; ids without rows are left out. */
export type CountReply = Record<string, number>[];

/** `referrers`: these objects are about to go. */
export const referrersRequest = z.object({
  operation: z.string(),
  /** Ids by the label of their model. */
  toDelete: z.record(z.string(), keys),
});
export type ReferrersRequest = z.infer<typeof referrersRequest>;

/** Something that stands in the way of a deletion; `others`: how many do beside those that are named, told with one of these. */
export const protector = z.object({
  label: z.string(),
  id: key,
  display: z.string(),
  others: z.number().int().optional(),
});
export type Protector = z.infer<typeof protector>;
/**
 * What stands in the way, or that another deletion is under way with something that would go along. Neither: the
 * cascade here has been marked and waits for `apply` or `release`.
 */
export const referrersReply = z.object({
  protectors: z.array(protector),
  busy: z.boolean(),
  /** Whether anything refers to what goes. Nothing: there is nothing to be applied or released either. */
  isReferredTo: z.boolean(),
});
export type ReferrersReply = z.infer<typeof referrersReply>;

/** `protectors`: what refers to these objects of another service, which is of a release that does not know that anything here does. */
export const protectorsRequest = referrersRequest.pick({ toDelete: true });
export type ProtectorsRequest = z.infer<typeof protectorsRequest>;
export const protectorsReply = z.array(protector);

/**
 * `apply` carries out what `referrers` prepared for the same service, in the name of whoever it was prepared for;
 * `release` lets it go.
 */
export const settleRequest = z.object({ operation: z.string(), toDelete: z.record(z.string(), keys) });
export type SettleRequest = z.infer<typeof settleRequest>;

/** `deletions`: which of these are under way there, or decided and not finished; answered with those. */
export const deletionsRequest = z.object({ operations: z.array(z.string()) });

/** `gone`: which of these objects of a model have been deleted, as far as change records go back; answered with those. */
export const goneRequest = z.object({ label: z.string(), ids: z.array(z.string()) });
export type GoneRequest = z.infer<typeof goneRequest>;

/** `waitForReferrers`: tells when those who are about to refer to these objects of another service have done so. */
export const waitForReferrersRequest = z.object({ label: z.string(), ids: z.array(z.string()) });
export type WaitForReferrersRequest = z.infer<typeof waitForReferrersRequest>;

/** `follow`: take in what this application has committed. */
export const followRequest = z.object({ app: z.string() });

/**
 * `reached`: how far the asked service has taken in what this application committed; null when it does not follow it.
 */
export const reachedRequest = z.object({ app: z.string() });

/** `matching`: which of these objects a filter lets pass; throws a 400 for a filter that means nothing. */
export const matchingRequest = z.object({ filter: jsonObject, ids: keys });

/** Columns of an object, as far as whoever judges it goes by them. */
const judgedColumns = objectWithAnyKeys(z.unknown());
/** `validate`: what the asked service finds wrong with objects of a model of the asking one that are about to be written. */
export const validateRequest = z.object({
  label: z.string(),
  /** Without `before`: it is new. */
  objects: z.array(z.object({ id: key, before: judgedColumns.optional(), after: judgedColumns })),
  viewer,
});
export type ValidateRequest = z.infer<typeof validateRequest>;
/** For each of the objects what is wrong with it, by field; null: nothing. */
export const validateReply = z.array(objectWithAnyKeys(z.array(z.string())).nullable());
export type ValidateReply = z.infer<typeof validateReply>;
