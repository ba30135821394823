import { isObject } from '@plumbline/contracts';
import { type FiltersReply, protectedText } from '@plumbline/engine';
import { problems } from '@plumbline/http';
import { type BatchRule, changes, type DeleteEffect, type Label, type Row, type Rule } from '@plumbline/model';
import { sql } from '@plumbline/store';

/** The members of a group are of the same kind for good. */
export const contentTypeStays: Rule = (candidate) =>
  candidate.before && changes(candidate, 'content_type')
    ? { content_type: ['ContentType cannot be changed once created'] }
    : undefined;

/** Characters a filter may have; as part of an address it could have far fewer. */
const longestFilter = 64 * 1024;

/** A filter says of parameters what they are to be. */
export const filterIsOne: Rule = ({ row: { filter } }) => {
  if (!isObject(filter)) return { filter: ['Filter must be a dict'] };
  return JSON.stringify(filter).length > longestFilter
    ? { filter: [`Ensure this field has no more than ${longestFilter} characters.`] }
    : undefined;
};

/** Every parameter is one that the list of the members has, with values it can take: whoever owns them says so. */
export const filtersMean: BatchRule = async (candidates, { ask }) => {
  /** Filters by the kind of members and their text: what many groups say alike is judged once. */
  const wanted = new Map<Label, Map<string, unknown>>();
  for (const { row } of candidates.filter((candidate) => changes(candidate, 'filter'))) {
    const label = row.content_type as Label;
    wanted.set(label, (wanted.get(label) ?? new Map()).set(JSON.stringify(row.filter), row.filter));
  }
  const verdicts = new Map<string, FiltersReply[number]>();
  for (const [label, filters] of wanted) {
    const reply = await ask<FiltersReply>(label, 'filters', { filters: [...filters.values()] });
    for (const [index, text] of [...filters.keys()].entries()) verdicts.set(`${label} ${text}`, reply[index]!);
  }
  return candidates.map((candidate) =>
    changes(candidate, 'filter') ? (verdicts.get(keyOf(candidate.row)) ?? undefined) : undefined,
  );
};

const keyOf = ({ content_type, filter }: Row): string => `${content_type} ${JSON.stringify(filter)}`;

/** A group that is part of others stays as long as they do. */
export const isNobodysChild: DeleteEffect = async (rows, { tx }) => {
  const ids = sql.array(
    rows.map(({ id }) => id as string),
    'uuid',
  );
  const parents = await tx.rows<{ id: string; name: string }>(sql.unsafe`
    SELECT id, name FROM dynamicgroup
    WHERE id IN (SELECT parent_group FROM dynamicgroupmembership WHERE "group" = ANY(${ids})) AND NOT id = ANY(${ids})
    ORDER BY name`);
  if (parents.length === 0) return;
  const protectors = parents.map(({ id, name }) => ({ label: 'extras.dynamicgroup', id, display: name }));
  throw problems.conflict(protectedText(protectors));
};
