/** What becomes of things that are seen to some at a time, one such portion after the other. */
export async function inBatches<T, R>(
  all: readonly T[],
  atATime: number,
  answer: (some: T[]) => Promise<R[]>,
): Promise<R[]> {
  const answers: R[] = [];
  for (let first = 0; first < all.length; first += atATime)
    answers.push(...(await answer(all.slice(first, first + atATime))));
  return answers;
}
