import { allOf, anyOf, type Criteria, everything, not } from '@plumbline/model';
import type { ComposedSet } from '../../core/messages/composedMessages';

type Part = { operator: ComposedSet['parts'][number]['operator']; criteria: Criteria };

/** The criteria of the last set; `filters` are those of each set by itself. */
export function compose(sets: ComposedSet[], filters: Criteria[]): Criteria {
  const composed: Criteria[] = [];
  for (const [index, { parts }] of sets.entries()) {
    const inner = parts.map(({ operator, set }): Part => {
      // Only what stands earlier can be meant, so that no set is part of itself.
      const criteria = composed[set];
      if (criteria === undefined)
        throw new Error(`Set ${index} is made of set ${set}, which does not stand before it.`);
      return { operator, criteria };
    });
    composed.push(allOf(filters[index]!, algebra(inner)));
  }
  return composed.at(-1)!;
}

/** What parts come to, one after the other. The first stands for itself, or for all that is not in it. */
const algebra = (parts: Part[]): Criteria =>
  parts.reduce<Criteria | undefined>(
    (before, { operator, criteria }) =>
      operator === 'union'
        ? wider(before, criteria)
        : narrower(before, operator === 'difference' ? not(criteria) : criteria),
    undefined,
  ) ?? everything;

// Neighbours that widen, or that narrow, become one condition: many parts make a long statement and not a deep one.

const wider = (before: Criteria | undefined, part: Criteria): Criteria =>
  before === undefined ? part : anyOf(...('or' in before ? before.or : [before]), part);

const narrower = (before: Criteria | undefined, part: Criteria): Criteria =>
  before === undefined ? part : allOf(...('and' in before ? before.and : [before]), part);
