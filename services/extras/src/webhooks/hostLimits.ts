import type { Hook } from './claimDeliveries';

/** How many requests may be under way at once: to each host, and to all together. */
export interface HostLimits {
  /** Whether there is room for anything. */
  free(): boolean;
  /**
   * The room of each webhook; those whose receivers are on one host share it, and all hosts what there is in all. Each
   * has its share whatever the others take: receivers that do not answer would have everything before long.
   */
  share(hooks: Hook[]): Map<string, number>;
  /** Takes one place until the function it answers with is called. */
  enter(hook: Hook): () => void;
}

/** Makes rooms of so many places for each host, and so many places in all. */
export function createHostLimits(perHost: number, most: number): HostLimits {
  const ofHosts = createTally();
  const ofHooks = createTally();
  let total = 0;
  let turn = 0;
  return {
    free: () => total < most,
    share(hooks) {
      turn++;
      const rooms = new Map<string, number>();
      const hosts = byHost(hooks);
      const ofAll = allot(most, most - total, inTurn([...hosts.keys()], turn), ofHosts.of, perHost);
      for (const [host, room] of ofAll) {
        const ids = hosts.get(host)!.map(({ id }) => id);
        for (const [id, own] of allot(perHost, room, inTurn(ids, turn), ofHooks.of, perHost)) rooms.set(id, own);
      }
      return rooms;
    },
    enter(hook) {
      const host = hostOf(hook);
      ofHosts.add(host, 1);
      ofHooks.add(hook.id, 1);
      total++;
      return () => {
        total--;
        ofHosts.add(host, -1);
        ofHooks.add(hook.id, -1);
      };
    },
  };
}

/** The same, with another first each turn. */
const inTurn = <T>(list: T[], turn: number): T[] => {
  const first = turn % Math.max(1, list.length);
  return [...list.slice(first), ...list.slice(0, first)];
};

/**
 * Gives free places to those who want some: an equal share of the whole is kept for each, and what is free beyond that is
 * for who comes first. Nobody gets beyond `cap`. Those who get nothing are left out.
 */
function allot(
  whole: number,
  free: number,
  names: string[],
  takenBy: (name: string) => number,
  cap: number,
): Map<string, number> {
  const share = Math.min(cap, Math.max(1, Math.floor(whole / names.length)));
  const keptFor = (name: string): number => Math.max(0, share - takenBy(name));
  let left = free;
  let beyond = Math.max(0, free - names.reduce((sum, name) => sum + keptFor(name), 0));
  const rooms = new Map<string, number>();
  for (const name of names) {
    const room = Math.min(left, keptFor(name) + beyond, cap - takenBy(name));
    if (room <= 0) continue;
    rooms.set(name, room);
    left -= room;
    beyond -= Math.max(0, room - keptFor(name));
  }
  return rooms;
}

/** Counts by name; what nothing is left of is forgotten. */
function createTally() {
  const counts = new Map<string, number>();
  const of = (name: string): number => counts.get(name) ?? 0;
  const add = (name: string, number: number): void => {
    const count = of(name) + number;
    if (count > 0) counts.set(name, count);
    else counts.delete(name);
  };
  return { of, add };
}

function byHost(hooks: Hook[]): Map<string, Hook[]> {
  const hosts = new Map<string, Hook[]>();
  for (const hook of hooks) hosts.set(hostOf(hook), [...(hosts.get(hostOf(hook)) ?? []), hook]);
  return hosts;
}

/** What has no host is not sent anywhere, and counts as one. */
const hostOf = ({ payload_url }: Hook): string => (URL.canParse(payload_url) ? new URL(payload_url).host : '');
