/** One process of a service, as the gateway knows it. */
export interface Instance {
  url: URL;
  /** Epoch milliseconds until which others are asked first. */
  avoidUntil: number;
}

/** The processes that serve one application. */
export interface Instances {
  /** All of them in the order in which to try them: each its turn, those to be avoided last. */
  inTurn(): Instance[];
}

/** Milliseconds for which a process that could not be reached is passed over. */
const avoidance = 1_000;

/** Reads `http://a:8084,http://b:8084`. */
export function readInstances(urls: string): Instances {
  const all = urls.split(',').map((text): Instance => ({ url: new URL(text.trim()), avoidUntil: 0 }));
  let turn = 0;
  return {
    inTurn() {
      const start = turn++ % all.length;
      const rotated = [...all.slice(start), ...all.slice(0, start)];
      const now = Date.now();
      const isAvoided = ({ avoidUntil }: Instance) => Number(avoidUntil > now);
      return rotated.sort((a, b) => isAvoided(a) - isAvoided(b));
    },
  };
}

/** Asks others first for a while. */
export function avoid(instance: Instance): void {
  instance.avoidUntil = Date.now() + avoidance;
}
