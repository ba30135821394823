import {
  type BatchRule,
  type Candidate,
  type Label,
  type RuleResult,
  type WriteContext,
  where,
} from '@plumbline/model';

/** A tag keeps the content types of objects that carry it. */
export const removedContentTypesAreUnused: BatchRule = async (candidates, context) => {
  const removed = new Set(candidates.flatMap(removedLabels));
  if (removed.size === 0) return [];
  const narrowed = candidates.filter((candidate) => removedLabels(candidate).length > 0);
  await context.blockReferrers(
    'extras.tag',
    narrowed.map(({ row }) => row.id as string),
  );
  const users = await Promise.all([...removed].map((label) => tagsInUse(label, candidates, context)));
  const inUse = new Map([...removed].map((label, index) => [label, users[index]!]));
  return candidates.map((candidate): RuleResult => {
    const kept = removedLabels(candidate).filter((label) => inUse.get(label)!.has(candidate.row.id));
    if (kept.length === 0) return undefined;
    return { content_types: kept.map((label) => `Unable to remove ${label}. Dependent objects were found.`) };
  });
};

function removedLabels({ before, row }: Candidate): Label[] {
  const left = row.content_types as Label[];
  return ((before?.content_types ?? []) as Label[]).filter((label) => !left.includes(label));
}

/** Which of the candidates' tags objects of a model carry. */
async function tagsInUse(label: Label, candidates: Candidate[], { lookBack }: WriteContext): Promise<Set<unknown>> {
  const concerned = candidates.filter((candidate) => removedLabels(candidate).includes(label));
  const tags = concerned.map(({ row }) => row.id);
  const rows = await lookBack({ label: 'extras.tag', ids: tags }, label, where('tags', 'in', tags), ['tags']);
  return new Set(rows.flatMap((row) => row.tags as string[]));
}
