import type { Row } from '@plumbline/model';
import type { Draft } from './draft';
import type { DraftStore } from './draftStore';
import { type Identity, identities as usualIdentities } from './identities';
import type { Known } from './known';
import type { Api } from './openApi';
import type { Refusal } from './writeAll';

/** What became of the objects of an endpoint. */
export interface Applied {
  endpoint: string;
  wanted: number;
  created: number;
  changed: number;
  same: number;
  /** Known under another id: they were here already, or are one with another that was wanted. */
  known: number;
  refused: number;
}

/** An object, or a part of one, that Plumbline does not take. */
export interface RefusedDraft {
  endpoint: string;
  key: string;
  reason: string;
  /** It is here, only this field of it is not as it should be. */
  field?: string;
}

export interface ApplyOptions {
  /** The id of what goes by a key. */
  idOf: (key: string) => string;
  /** Write nothing, only say what would be written. */
  dryRun?: boolean;
  /** Pairs of endpoints that have to come one before the other for reasons of their own. */
  before?: readonly (readonly [string, string])[];
  /** Called before objects of an endpoint are made, with their ids, and when they are. */
  making?: (endpoint: string, ids: string[]) => Promise<void>;
  made?: (endpoint: string, ids: string[]) => Promise<void>;
  /** What of objects that are here, in the order given, is otherwise than wanted and stays so, and why. */
  stays?: (
    endpoint: string,
    objects: readonly { once: Row; here: Row }[],
  ) => Promise<{ index: number; field: string; reason: string }[]>;
  /** Endpoints whose objects get ids from Plumbline alone. */
  numbered?: ReadonlySet<string>;
  /** By what objects are known that have another id; as usual unless said otherwise. */
  identities?: Readonly<Record<string, Identity>>;
  /** What to do where several objects here are alike in what identifies one that is wanted. */
  severalFit?: string;
  progress: (endpoint: string, done: number, total: number) => void;
}

/** Objects looked at and written at a time. */
export const chunkSize = 200;

/** What is known on the way of making what is here as wanted. */
export interface Task {
  store: DraftStore;
  api: Api;
  options: ApplyOptions;
  late: ReadonlySet<string>;
  /** Ids of what goes by another id than its key says. */
  ids: Map<string, string | number>;
  /** Keys of what is not here after all. */
  missing: Set<string>;
  known: Map<string, Known>;
  /** Of endpoints whose objects are known by what identifies them: what is wanted there, by the ids that keys stand for. */
  owners: Map<string, ReadonlyMap<string, Draft>>;
  /** Keys of what was made just now, where relations or files of it have to wait. */
  made: Set<string>;
  /** Keys of what is here under another id, and is left as it is. */
  left: Set<string>;
  refused: RefusedDraft[];
}

/** Objects on their way, with related objects by their ids. */
export interface Wanted {
  draft: Draft;
  id: string;
  body: Row;
  once: Row;
}

export const identityOf = ({ options }: Task, endpoint: string): Identity | undefined =>
  (options.identities ?? usualIdentities)[endpoint];

/** The id of what goes by a key: what it has here, or is to get. */
export const idHere = (task: Task, key: string): string | number => task.ids.get(key) ?? task.options.idOf(key);

export function refuse(task: Task, endpoint: string, tried: Wanted[], refusals: Refusal[], applied: Applied): void {
  for (const { index, reason } of refusals) {
    const { key } = tried[index]!.draft;
    task.missing.add(key);
    task.refused.push({ endpoint, key, reason });
    applied.refused += 1;
  }
}
