import {
  type BatchRule,
  type Candidate,
  changes,
  changesStored,
  type DeleteEffect,
  type Row,
  type Rule,
  type RuleResult,
  where,
} from '@plumbline/model';
import { sql } from '@plumbline/store';
import { takenSlugs } from '../choices/takenSlugs';
import { keyOf } from '../customFields/rules';

const longestSlug = 100;

/**
 * A repository without a slug is given one after its name; what makes the same slug of it is taken already, not
 * numbered.
 */
export const sluggedByName: BatchRule = async (candidates, { select }) => {
  const nameless = candidates.filter(({ before, row }) => !before && !row.slug && typeof row.name === 'string');
  for (const { row } of nameless) row.slug = keyOf(row.name as string, longestSlug);
  if (nameless.length === 0) return [];
  const slugs = nameless.map(({ row }) => row.slug);
  const stored = await select('extras.gitrepository', where('slug', 'in', slugs), ['slug']);
  const taken = new Set(stored.map(({ slug }) => slug));
  return candidates.map((candidate): RuleResult => {
    const isTaken = nameless.includes(candidate) && taken.has(candidate.row.slug);
    taken.add(candidate.row.slug);
    return isTaken ? { slug: ['Git repository with this slug already exists.'] } : undefined;
  });
};

/** What came from a repository is known by its slug, so it stays. */
export const slugIsKept: Rule = (candidate) =>
  changesStored(candidate, 'slug')
    ? {
        __all__: [
          `Slug cannot be changed once set. Current slug is ${candidate.before.slug}, requested slug is ${candidate.row.slug}`,
        ],
      }
    : undefined;

/** A slug can be the name of a module. */
export const slugIsSafe: Rule = ({ row }) =>
  /^[_A-Za-z][_0-9A-Za-z]*$/.test(row.slug as string)
    ? undefined
    : {
        slug: [
          'This slug is not Python/GraphQL safe. Please do not start the slug with a digit and do not use hyphens or whitespace',
        ],
      };

/** A slug is not the name of a module that there is already. */
export const slugIsFree: Rule = ({ before, row }) =>
  !before && takenSlugs.has(row.slug as string)
    ? { __all__: [`Please choose a different slug, as "${row.slug}" is an installed Python package or module.`] }
    : undefined;

/** What is at one address is provided once: whoever writes repositories of an address waits for the others who do. */
export const contentsAreProvidedOnce: BatchRule = async (candidates, { tx, select }) => {
  const moved = candidates.filter(
    (candidate) =>
      (candidate.row.provided_contents as string[]).length > 0 &&
      (changes(candidate, 'remote_url') || changes(candidate, 'provided_contents')),
  );
  if (moved.length === 0) return [];
  const urls = [...new Set(moved.map(({ row }) => row.remote_url as string))];
  await tx.run(sql.unsafe`
    SELECT pg_advisory_xact_lock(key) FROM (
      SELECT DISTINCT hashtextextended('git ' || url, 0) AS key FROM unnest(${sql.array(urls, 'text')}) AS url ORDER BY key
    ) AS keys`);
  const written = new Set(candidates.map(({ row }) => row.id));
  const stored = await select('extras.gitrepository', where('remote_url', 'in', urls), [
    'remote_url',
    'provided_contents',
  ]);
  const unmoved = candidates.filter((candidate) => !moved.includes(candidate)).map(({ row }) => row);
  const providers = [...stored.filter(({ id }) => !written.has(id)), ...unmoved];
  return candidates.map((candidate): RuleResult => {
    if (!moved.includes(candidate)) return undefined;
    const isProvided = providers.some((other) => overlaps(candidate, other));
    providers.push(candidate.row);
    return isProvided ? provided : undefined;
  });
};

const provided: RuleResult = {
  __all__: ['Another repository with this remote URL provides some of the same contents.'],
};

const overlaps = ({ row }: Candidate, other: Row): boolean =>
  other.remote_url === row.remote_url &&
  (other.provided_contents as string[]).some((content) => (row.provided_contents as string[]).includes(content));

/** Jobs go with the repository they are from: workers would notice a moment later. */
export const jobsAreUninstalled: DeleteEffect = async (rows, { tx }) => {
  const slugs = sql.array(
    rows.map(({ slug }) => slug as string),
    'text',
  );
  await tx.run(sql.unsafe`
    UPDATE job SET installed = false, last_updated = now()
    WHERE installed AND origin LIKE '%"kind":"git"%' AND split_part(module_name, '.', 1) = ANY(${slugs})`);
};
