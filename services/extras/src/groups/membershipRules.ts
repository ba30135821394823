import { groupedBy } from '@plumbline/engine';
import type { BatchRule, Rule } from '@plumbline/model';
import { largestComposition } from './largestComposition';
import { looping, type Part, partsAround, sizesOf } from './membershipGraph';

/** A group is not part of itself. */
export const isAnother: Rule = ({ row }) =>
  row.group === row.parent_group ? { group: ['Cannot add group as a child of itself'] } : undefined;

/** A group that is made of others has no filter of its own. */
export const parentHasNoFilter: Rule = ({ related }) =>
  Object.keys(related.parent_group!.filter as object).length > 0
    ? {
        parent_group: [
          'A parent group may have either a filter or child groups, but not both. Clear the parent filter and try again.',
        ],
      }
    : undefined;

/** Groups are made of groups of the same kind. */
export const typesMatch: Rule = ({ related }) =>
  related.group!.content_type === related.parent_group!.content_type
    ? undefined
    : { group: ['ContentType for group and parent_group must match'] };

/** No group becomes part of itself by way of others, or so large that asking for its members takes long. */
export const groupsStaySound: BatchRule = async (candidates, { tx }) => {
  const parts = await partsAround(tx, candidates);
  const closing = new Set(looping(parts).map(({ candidate }) => candidate));
  if (closing.size > 0)
    return candidates.map((candidate) =>
      closing.has(candidate) ? { group: ['Cannot add ancestor as a child'] } : undefined,
    );
  const large = tooLarge(parts);
  return candidates.map(({ row }) =>
    large.has(row.parent_group as string)
      ? { group: [`A group can be made of at most ${largestComposition} groups, each counted as often as it is used.`] }
      : undefined,
  );
};

/** The groups that are too large, and those they are made of. */
function tooLarge(parts: Part[]): Set<string> {
  const large = new Set<string>();
  for (const [group, size] of sizesOf(parts)) if (size > largestComposition) large.add(group);
  const byParent = groupedBy(parts, ({ parent }) => parent);
  // What is added on the way is looked at, too.
  for (const parent of large) for (const { group } of byParent.get(parent) ?? []) large.add(group);
  return large;
}
