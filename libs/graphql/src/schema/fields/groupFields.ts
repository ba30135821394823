import type { Manifest, ObjectKey } from '@plumbline/model';
import { type Context, type Item, isHidden } from '../../context';
import { linking } from '../../resolve/named';
import type { Groups } from '../groups';
import type { Fields, Types } from '../types';
import { listField } from './ownFields';

/** The groups that an object is in, of those that the caller may view; nothing for a model whose objects are in none. */
export function groupFields({ label, abilities }: Manifest, types: Types): Fields {
  const { groups } = types;
  if (!groups || !abilities.includes(groups.ability)) return {};
  const idsOf = idsOfGroups(groups, label);
  return listField(types, groups.field, groups.label, (type) => ({
    extensions: { isLinked: true },
    resolve: linking(groups.label, type, idsOf),
  }));
}

const idsOfGroups =
  (groups: Groups, label: string) =>
  async ({ work, holding }: Context, rows: readonly Item[]): Promise<ObjectKey[][]> => {
    const ids = [...new Set(rows.filter((row) => !row[isHidden]).map(({ id }) => id))].sort();
    const key = `${label} ${ids.join()}`;
    const asked = holding.get(key) ?? groups.holding(work, label, ids);
    holding.set(key, asked);
    const found = await asked;
    return rows.map(({ id }) => found.get(id) ?? []);
  };
