/** A cabling held in memory, as simply as it can be said. */
export interface Plan {
  /** Rear ports with their positions. */
  rears: Map<string, number>;
  /** Front ports: the rear port, and the position there. */
  fronts: Map<string, { rear: string; position: number }>;
  /** Circuit terminations: the other one of their circuit, if there is one. */
  circuits: Map<string, string | undefined>;
  cables: { id: string; a: string; b: string; connected: boolean }[];
}

export interface NaiveWay {
  path: string[];
  destination: string | undefined;
  active: boolean;
  split: boolean;
}

/** Follows cables as one would with a finger on the plan; `loop` where the finger comes back. */
export function naiveTrace(plan: Plan, origin: string): NaiveWay | 'loop' {
  const path: string[] = [];
  const stack: number[] = [];
  const visited: string[] = [];
  let allConnected = true;
  let here: string = origin;
  const end = (destination?: string, split = false): NaiveWay => ({
    path,
    destination,
    active: destination !== undefined && allConnected,
    split,
  });
  for (;;) {
    const cable = plan.cables.find(({ a, b }) => a === here || b === here);
    if (!cable) return end();
    if (visited.includes(here)) return 'loop';
    visited.push(here);
    if (!cable.connected) allConnected = false;
    path.push(cable.id);
    const there = cable.a === here ? cable.b : cable.a;
    const front = plan.fronts.get(there);
    const positions = plan.rears.get(there);
    if (front) {
      path.push(there, front.rear);
      if (plan.rears.get(front.rear)! > 1) stack.push(front.position);
      here = front.rear;
    } else if (positions !== undefined) {
      path.push(there);
      if (positions > 1 && stack.length === 0) return end(undefined, true);
      const position = positions > 1 ? stack.pop()! : 1;
      const next = [...plan.fronts].find(([, one]) => one.rear === there && one.position === position);
      if (!next) return end();
      path.push(next[0]);
      here = next[0];
    } else if (plan.circuits.get(there) !== undefined) {
      path.push(there, plan.circuits.get(there)!);
      here = plan.circuits.get(there)!;
    } else return end(there);
  }
}
