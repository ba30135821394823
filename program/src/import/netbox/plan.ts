import type { Row } from '@plumbline/model';
import { type Draft, isReference, referencesOf, refTo } from '../apply/draft';
import type { DraftStore } from '../apply/draftStore';
import { able } from '../models';
import { rounded, roundedFields } from '../roundedFields';
import { createAddressSpace } from './addressSpace';
import { createGathered } from './gathered';
import { associationDraft, relationshipDraft } from './linkDrafts';
import { locationTypeDrafts } from './locationTypes';
import { mappings } from './mapping';
import { labelsHere } from './mapping/labels';
import { type Context, isEmpty, keyOf, type Mapping, type NetboxObject } from './mapping/language';
import { createFindings, type ModelAccount, type PlaceFinding } from './modelAccount';
import { createNaming } from './names';
import type { NetboxData } from './netboxData';
import { cutTexts, sayField } from './sayField';
import { vlansUsedAt } from './vlansUsedAt';

/** What is to be here, and what of there has no place. */
export interface Plan {
  accounts: ModelAccount[];
  /** What has no place. */
  nowhere: PlaceFinding[];
  /** What has a place otherwise than it was. */
  adjusted: PlaceFinding[];
}

/** Hears of each object that has no place, or only in part. */
export type Leftover = (entry: {
  from: string;
  id: number;
  field?: string;
  reason: string;
  value: unknown;
}) => Promise<void>;

/** Works out what is to be here, object by object; writes nothing but the drafts. */
export async function planImport(data: NetboxData, store: DraftStore, leftover: Leftover): Promise<Plan> {
  const planner = await createPlanner(data, store);
  const accounts: ModelAccount[] = [];
  for (const mapping of mappings) accounts.push(await planModel(planner, data, mapping, leftover));
  await planner.conclude(leftover);
  await store.finish();
  return {
    accounts: accounts.filter(({ there }) => there > 0),
    nowhere: planner.nowhere.all(),
    adjusted: planner.adjusted.all(),
  };
}

interface Planner {
  context: Context;
  nowhere: ReturnType<typeof createFindings>;
  adjusted: ReturnType<typeof createFindings>;
  /** Parts of the object at hand that have no place. */
  leftovers: { field: string; reason: string }[];
  /** Whether the object at hand became part of another. */
  joined: boolean;
  /** Answers whether it was taken; what is about an object that nobody told of so far is not. */
  take(draft: Draft, distinction: string, object?: NetboxObject): Promise<boolean>;
  /** Drafts that were said besides. */
  besides: Draft[];
  /** What is about objects that nobody told of so far. */
  waiting: Waiting[];
  conclude(leftover: Leftover): Promise<void>;
}

/** A draft that is about an object which may come later, and what it was made of. */
interface Waiting {
  draft: Draft;
  object: NetboxObject;
  account: ModelAccount;
  /** As what the object was counted, where the draft is all there is of it here. */
  as: 'taken' | 'joined' | 'nowhere' | undefined;
}

/** What Plumbline takes whether or not the objects are there that it is about. */
const aboutOthers = new Set(['extras/notes', 'extras/relationship-associations', 'extras/image-attachments']);

/** Whether a draft is about an object that nobody told of so far. */
const isUntold = (store: DraftStore, { endpoint, body }: Draft): boolean =>
  aboutOthers.has(endpoint) && [...referencesOf(body)].some(([, { $ref, required }]) => required && !store.has($ref));

async function planModel(
  planner: Planner,
  data: NetboxData,
  mapping: Mapping,
  leftover: Leftover,
): Promise<ModelAccount> {
  const { from, list } = mapping;
  const account: ModelAccount = { from, list, there: 0, taken: 0, joined: 0, nowhere: 0 };
  const counted = data.counted.get(list);
  if (mapping.onlyCounted) {
    account.there = counted ?? 0;
    account[mapping.partOf ? 'joined' : 'nowhere'] = account.there;
    if (account.there > 0 && mapping.nowhere) planner.nowhere.add(from, '', mapping.nowhere, undefined, account.there);
    return account;
  }
  for await (const object of data.objects(list)) {
    account.there += 1;
    planner.leftovers = [];
    planner.joined = false;
    const drafts = draftsOf(planner, mapping, object);
    const isLost = planner.leftovers.some(({ field }) => field === '');
    const as = drafts.length > 0 && !planner.joined ? 'taken' : isLost ? 'nowhere' : 'joined';
    account[as] += 1;
    for (const draft of [...drafts, ...planner.besides.splice(0)]) {
      if (await planner.take(draft, distinctionOf(object), object)) continue;
      const isAll = mapping.make ? drafts.length === 0 : draft === drafts[0];
      planner.waiting.push({ draft, object, account, as: isAll ? as : undefined });
    }
    for (const { field, reason } of planner.leftovers)
      await leftover({
        from,
        id: object.id,
        ...(field && { field }),
        reason,
        value: field ? (object[field] ?? null) : object,
      });
  }
  return account;
}

const distinctionOf = (object: NetboxObject): string => String(object.slug ?? `#${object.id}`);

function draftsOf(planner: Planner, mapping: Mapping, object: NetboxObject): Draft[] {
  const { context } = planner;
  if (mapping.make) return mapping.make(object, context);
  if (!mapping.to || (mapping.accepts && !mapping.accepts(object, context))) {
    if (!mapping.to || planner.leftovers.length === 0) {
      if (mapping.nowhere) context.nowhere(mapping.from, object, '', mapping.nowhere);
    }
    return [];
  }
  const draft: Draft = { endpoint: mapping.to.endpoint, key: keyOf(mapping.from, object.id), body: {} };
  for (const [name, rule] of Object.entries(mapping.fields))
    if (Object.hasOwn(object, name)) sayField(context, mapping, draft, object, name, rule);
  for (const name of Object.keys(object))
    if (!mapping.fields[name] && !isEmpty(object[name]))
      context.nowhere(mapping.from, object, name, 'this import does not know the field');
  for (const field of roundedFields(object))
    context.adjusted(mapping.from, object, `has a whole number in ${field}: ${rounded}`);
  const more = mapping.finish?.(draft, object, context) ?? [];
  if (planner.joined) return more;
  cutTexts(context, mapping, draft, object);
  return [draft, ...more];
}

/** The objects that mappings look up while they look at others, by model and number. */
async function neededObjects(data: NetboxData): Promise<Map<string, ReadonlyMap<number, NetboxObject>>> {
  const needed = new Set(['extras.customfield', ...mappings.flatMap(({ needs }) => needs ?? [])]);
  const lists = new Map(mappings.map(({ from, list }) => [from, list]));
  const at = new Map<string, ReadonlyMap<number, NetboxObject>>();
  for (const label of needed) {
    const objects = new Map<number, NetboxObject>();
    for await (const object of data.objects(lists.get(label)!)) objects.set(object.id, object);
    at.set(label, objects);
  }
  return at;
}

async function createPlanner(data: NetboxData, store: DraftStore): Promise<Planner> {
  const at = await neededObjects(data);
  const used = await vlansUsedAt(data);
  const nowhere = createFindings();
  const adjusted = createFindings();
  const { drafts, ...gathering } = createGathered();
  const aliases = new Map<string, string>();
  const once = new Set<string>();
  const name = createNaming();

  const context: Context = {
    version: data.version,
    all: (label) => at.get(label) ?? new Map(),
    nowhere: (from, object, field, reason) => {
      nowhere.add(from, field, reason, object);
      planner.leftovers.push({ field, reason });
    },
    adjusted: (from, object, what) => adjusted.add(from, '', what, object),
    picture: (address) => data.pictures.get(String(address)),
    ...gathering,
    link: (kind, one, many) => {
      planner.besides.push(relationshipDraft(kind), associationDraft(kind, one, many));
    },
    note: (about, label, key, text) => {
      planner.besides.push({
        endpoint: 'extras/notes',
        key: `note:${key}`,
        body: { assigned_object_type: label, assigned_object_id: { ...about, required: true }, note: text },
      });
    },
    also: (draft) => planner.besides.push(draft),
    space: createAddressSpace(),
    vlansUsedAt: used,
    alias: (key, same) => {
      aliases.set(key, same);
      planner.joined = true;
    },
    target: (label, id) => {
      const here = labelsHere[label];
      if (!here || typeof id !== 'number' || !able.notes().has(here)) return undefined;
      return { label: here, reference: refTo(keyOf(label, id)) };
    },
  };

  const planner: Planner = {
    context,
    nowhere,
    adjusted,
    leftovers: [],
    joined: false,
    besides: [],
    waiting: [],
    take: async (draft, distinction, object) => {
      const isOwn = object && draft.key === keyOf(draft.key.slice(0, draft.key.indexOf(':')), object.id);
      if (!isOwn && once.has(draft.key)) return true;
      if (!isOwn) once.add(draft.key);
      const renamed = name(draft, distinction);
      if (renamed)
        context.adjusted(
          draft.key.split(':')[0]!,
          object,
          'has a name that another one has; something was added to it',
        );
      renameReferences(draft.body, aliases);
      if (isUntold(store, draft)) return false;
      await store.add(draft);
      return true;
    },
    conclude: async (leftover) => {
      for (const draft of drafts()) await store.add(draft);
      for (const { draft, object, account, as } of planner.waiting) {
        renameReferences(draft.body, aliases);
        if (!isUntold(store, draft)) {
          await store.add(draft);
          continue;
        }
        const { from } = account;
        const field = as ? '' : draft.endpoint;
        const reason = 'what it is about has no place here, or was not read';
        nowhere.add(from, field, reason, object);
        if (as) {
          account[as] -= 1;
          account.nowhere += 1;
        }
        await leftover({ from, id: object.id, ...(field && { field }), reason, value: as ? object : draft.body });
      }
    },
  };
  await store.add({ endpoint: 'ipam/namespaces', key: 'namespace:global', body: { name: 'Global' } });
  name({ endpoint: 'ipam/namespaces', key: 'namespace:global', body: { name: 'Global' } }, '');
  for (const draft of locationTypeDrafts()) await store.add(draft);
  return planner;
}

/** Refers to what objects are one with. */
function renameReferences(body: Row, aliases: ReadonlyMap<string, string>): void {
  if (aliases.size === 0) return;
  const renamed = (value: unknown): unknown =>
    isReference(value) && aliases.has(value.$ref) ? { ...value, $ref: aliases.get(value.$ref)! } : value;
  for (const [field, value] of Object.entries(body))
    body[field] = Array.isArray(value) ? value.map(renamed) : renamed(value);
}
