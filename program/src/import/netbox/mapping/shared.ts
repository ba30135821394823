import type { Draft } from '../../apply/draft';
import { type Context, derived, type FieldRule, inWords, kept, noted, nowhere, to } from './language';

/** What every object has, and what it says of itself. */
export const itself: Record<string, FieldRule> = {
  id: derived('the id here follows from it'),
  url: derived('an address of its own server'),
  display_url: derived('an address of its own server'),
  display: derived('follows from other fields'),
  created: derived('the time of the import stands here'),
  last_updated: derived('the time of the import stands here'),
};

/** Tags and custom fields, which the import sees to for every kind of objects. */
export const primary: Record<string, FieldRule> = {
  ...itself,
  tags: to('tags'),
  custom_fields: to('custom_fields'),
  owner: kept('text', inWords),
};

/** The word for addresses, which nothing here goes by. */
export const slug: Record<string, FieldRule> = { slug: derived('objects are named by their names and ids here') };

/** Text on an object that has no such field here. */
export const description: Record<string, FieldRule> = { description: kept() };
export const comments: Record<string, FieldRule> = { comments: noted() };

/** The ends of cables say what cables say. */
export const cabled: Record<string, FieldRule> = {
  cable: derived('comes with the cables'),
  cable_end: derived('comes with the cables'),
  link_peers: derived('comes with the cables'),
  link_peers_type: derived('comes with the cables'),
  connected_endpoints: derived('follows from the cables'),
  connected_endpoints_type: derived('follows from the cables'),
  connected_endpoints_reachable: derived('follows from the cables'),
  mark_connected: nowhere('what has no cable is not connected here'),
  _occupied: derived('follows from the cables'),
};

/** Numbers of objects that refer to it. */
export const counters = (...names: string[]): Record<string, FieldRule> =>
  Object.fromEntries(names.map((name) => [name, derived('a number that is counted')]));

/** Files in a repository that NetBox reads some objects from. */
export const fromFile: Record<string, FieldRule> = Object.fromEntries(
  ['data_source', 'data_path', 'data_file', 'data_synced', 'auto_sync_enabled'].map((name) => [
    name,
    derived('what was read from there is taken; git repositories are set up anew'),
  ]),
);

/** Keeps what a field here has no room for in one text: all of several values. */
export const keepSeveral = (
  context: Context,
  draft: Draft,
  label: string,
  name: string,
  texts: readonly string[],
): void => context.keep(draft, label, name, 'text', texts.length > 1 ? texts.join(', ') : null);
