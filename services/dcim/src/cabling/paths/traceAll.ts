import { type Answer, type Hop, type Need, type Termination, type TracedPath, walk } from './walk';

export type HopNeed = Extract<Need, { ask: 'hop' }>;

/** Who knows what is plugged where. Both answer for many at once, in the order asked. */
export interface Facts {
  hops(asked: HopNeed[]): Promise<(Hop | undefined)[]>;
  otherEnds(terminations: string[]): Promise<(string | undefined)[]>;
}

interface Walker {
  steps: ReturnType<typeof walk>;
  need: Need | undefined;
  cablePath: TracedPath | undefined;
}

/**
 * Follows the cables from many origins side by side: whatever their number, what all of them need next is one question
 * of a kind. The cable paths stand in the order of the origins.
 */
export async function traceAll(origins: readonly Termination[], facts: Facts): Promise<TracedPath[]> {
  const walkers = origins.map(
    (origin): Walker => advance({ steps: walk(origin), need: undefined, cablePath: undefined }),
  );
  for (;;) {
    const going = walkers.filter(({ cablePath }) => cablePath === undefined);
    if (going.length === 0) return walkers.map(({ cablePath }) => cablePath!);
    await Promise.all([
      answer(
        going,
        (need): need is HopNeed => need.ask === 'hop',
        (needs) => facts.hops(needs),
      ),
      answer(
        going,
        (need): need is Exclude<Need, HopNeed> => need.ask === 'otherEnd',
        (needs) => facts.otherEnds(needs.map(({ of }) => of)),
      ),
    ]);
  }
}

async function answer<N extends Need>(
  going: Walker[],
  isOfKind: (need: Need) => need is N,
  ask: (needs: N[]) => Promise<Answer[]>,
): Promise<void> {
  const asking = going.filter(({ need }) => isOfKind(need!));
  if (asking.length === 0) return;
  const answers = await ask(asking.map(({ need }) => need as N));
  for (const [index, walker] of asking.entries()) advance(walker, answers[index]);
}

function advance(walker: Walker, known?: Answer): Walker {
  const step = walker.steps.next(known as Answer);
  if (step.done) walker.cablePath = step.value;
  else walker.need = step.value;
  return walker;
}
