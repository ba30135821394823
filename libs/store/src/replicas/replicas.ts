import type { Database } from '../database';
import { openReplica, type ReplicaOptions } from './replica';

/** The standbys of a service's database. */
export interface Replicas {
  /**
   * One that is no more than so many milliseconds behind, each in its turn; what it cannot answer `instead` is asked.
   */
  choose(age: number, instead: Database): Database | undefined;
  /** How many can be relied on to be that fresh. */
  usable(age: number): number;
  /** How many there are. */
  count: number;
  /** Milliseconds that the one furthest behind is behind. */
  lag(): number;
  close(): Promise<void>;
}

/** Opens the standbys at these addresses; undefined when there are none. */
export function openReplicas(
  urls: readonly string[],
  options: Omit<ReplicaOptions, 'connectionString'>,
): Replicas | undefined {
  if (urls.length === 0) return undefined;
  const all = urls.map((connectionString) => openReplica({ ...options, connectionString }));
  let turn = 0;
  return {
    choose(age, instead) {
      for (let tried = 0; tried < all.length; tried += 1) {
        turn = (turn + 1) % all.length;
        const replica = all[turn]!;
        if (replica.age() <= age) return replica.insteadOf(instead);
      }
      return undefined;
    },
    usable: (age) => all.filter((replica) => replica.age() <= age).length,
    count: all.length,
    lag: () => Math.max(...all.map((replica) => replica.lag())),
    close: async () => {
      await Promise.all(all.map((replica) => replica.close()));
    },
  };
}
