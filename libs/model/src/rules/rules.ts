import type { Row } from '../catalog/label';
import type { BatchRule, Candidate, Effect, Rule, RuleResult, WriteContext } from '../model';

/** Rules in order of precedence: each candidate's first problem is the one its client reads. */
export function firstProblem(...rules: Rule[]): BatchRule {
  return (candidates, context) => Promise.all(candidates.map((candidate) => firstVerdict(rules, candidate, context)));
}

/** Rules about whole batches in order of precedence: a later one looks only at candidates the earlier ones let pass. */
export function inOrder(...rules: BatchRule[]): BatchRule {
  return async (candidates, context) => {
    const verdicts: RuleResult[] = candidates.map(() => undefined);
    for (const rule of rules) {
      const passed = candidates.filter((_, index) => verdicts[index] === undefined);
      if (passed.length === 0) break;
      const found = await rule(passed, context);
      for (const [index, verdict] of found.entries())
        if (findsFault(verdict)) verdicts[candidates.indexOf(passed[index]!)] = verdict;
    }
    return verdicts;
  };
}

async function firstVerdict(rules: Rule[], candidate: Candidate, context: WriteContext): Promise<RuleResult> {
  for (const rule of rules) {
    const verdict = await rule(candidate, context);
    if (findsFault(verdict)) return verdict;
  }
  return undefined;
}

/** Whether a rule found anything wrong: one that gathers what is may answer that it is nothing by no field at all. */
export const findsFault = (verdict: RuleResult): verdict is NonNullable<RuleResult> =>
  verdict !== undefined && Object.keys(verdict).length > 0;

/** An effect that says for which candidates it has something to do: where there are none it is not even asked. */
export const concerning = (concerns: NonNullable<Effect['concerns']>, effect: Effect): Effect =>
  Object.assign(((candidates, context) => effect(candidates, context)) satisfies Effect, { concerns });

/** Whether the write changes this column (a create changes every one). */
export function changes({ before, row }: Candidate, column: string): boolean {
  return !before || JSON.stringify(before[column]) !== JSON.stringify(row[column]);
}

/** Whether the write changes this column of an object that was there before. */
export const changesStored = (candidate: Candidate, column: string): candidate is Candidate & { before: Row } =>
  candidate.before !== undefined && changes(candidate, column);
