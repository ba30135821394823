import type { Hook } from './claimDeliveries';

/** How many requests may be under way at once: to each host, and to all together. */
export interface HostLimits {
  /** Whether there is room for anything. */
  free(): boolean;
  /** The room of each webhook; those whose receivers are on one host share it, another first each time. */
  share(hooks: Hook[]): Map<string, number>;
  /** Takes one place until the function it answers with is called. */
  enter(hook: Hook): () => void;
}

/** Makes rooms of so many places for each host, and so many places in all. */
export function createHostLimits(perHost: number, most: number): HostLimits {
  const taken = new Map<string, number>();
  let total = 0;
  let turn = 0;
  return {
    free: () => total < most,
    share(hooks) {
      const rooms = new Map<string, number>();
      let left = most - total;
      turn++;
      for (const [host, ofHost] of byHost(hooks)) {
        let free = Math.min(left, perHost - (taken.get(host) ?? 0));
        const each = Math.max(1, Math.floor(free / ofHost.length));
        const first = turn % ofHost.length;
        for (const { id } of [...ofHost.slice(first), ...ofHost.slice(0, first)]) {
          if (free <= 0) break;
          const room = Math.min(free, each);
          rooms.set(id, room);
          free -= room;
          left -= room;
        }
      }
      return rooms;
    },
    enter(hook) {
      const host = hostOf(hook);
      taken.set(host, (taken.get(host) ?? 0) + 1);
      total++;
      return () => {
        total--;
        const others = taken.get(host)! - 1;
        if (others > 0) taken.set(host, others);
        else taken.delete(host);
      };
    },
  };
}

function byHost(hooks: Hook[]): Map<string, Hook[]> {
  const hosts = new Map<string, Hook[]>();
  for (const hook of hooks) hosts.set(hostOf(hook), [...(hosts.get(hostOf(hook)) ?? []), hook]);
  return hosts;
}

/** What has no host is not sent anywhere, and counts as one. */
const hostOf = ({ payload_url }: Hook): string => (URL.canParse(payload_url) ? new URL(payload_url).host : '');
