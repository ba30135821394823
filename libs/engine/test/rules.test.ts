import { type BatchRule, type Candidate, inOrder, type RuleResult, type WriteContext } from '@plumbline/model';

const candidates = [1, 2, 3, 4].map((index) => ({ index }) as Candidate);
const context = {} as WriteContext;

/** Refuses candidates of some numbers, and remembers which it was asked about. */
function refusing(name: string, ...numbers: number[]) {
  const asked: number[] = [];
  const rule: BatchRule = (some) => {
    asked.push(...some.map(({ index }) => index));
    return some.map(({ index }): RuleResult => (numbers.includes(index) ? { [name]: ['wrong'] } : undefined));
  };
  return { rule, asked };
}

describe('Rules about whole batches', () => {
  it('in order look only at what the earlier ones let pass', async () => {
    const [first, second, third] = [refusing('a', 2), refusing('b', 1, 2, 4), refusing('c', 3)];
    const verdicts = await inOrder(first.rule, second.rule, third.rule)(candidates, context);
    expect(verdicts.map((verdict) => Object.keys(verdict ?? {}).join())).toEqual(['b', 'a', 'c', 'b']);
    expect([first.asked, second.asked, third.asked]).toEqual([[1, 2, 3, 4], [1, 3, 4], [3]]);
  });

  it('may answer nothing at all', async () => {
    expect(await inOrder(() => [])(candidates, context)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
