import { isObject } from '@plumbline/domain';
import { type FiltersReply, ProtectedFromDeletion } from '@plumbline/engine';
import {
  type BatchRule,
  type Candidate,
  changes,
  changesStored,
  type DeleteEffect,
  type Label,
  type Row,
  type Rule,
  type RuleResult,
} from '@plumbline/model';
import { sql } from '@plumbline/store';

/** The members of a group are of the same kind for good. */
export const contentTypeStays: Rule = (candidate) =>
  changesStored(candidate, 'content_type')
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
export const filtersAreValid: BatchRule = async (candidates, { ask }) => {
  const verdicts = new Map<Candidate, RuleResult>();
  const filtered = candidates.filter((one) => changes(one, 'filter') && Object.keys(one.row.filter as Row).length > 0);
  for (const label of new Set(filtered.map(({ row }) => row.content_type as Label))) {
    const alike = filtered.filter(({ row }) => row.content_type === label);
    const reply = await ask<FiltersReply>(label, 'filters', { filters: alike.map(({ row }) => row.filter) });
    for (const [index, candidate] of alike.entries()) verdicts.set(candidate, reply[index] ?? undefined);
  }
  return candidates.map((candidate) => verdicts.get(candidate));
};

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
  throw new ProtectedFromDeletion(protectors);
};
