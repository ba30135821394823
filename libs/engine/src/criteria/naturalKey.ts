import { allOf, type Criteria, keyParts, where } from '@plumbline/model';

/** A natural-key path that ends in `[]` stands for the names from the node up to its root. */
export const isSpread = (path: string): boolean => path.endsWith('[]');

/** The column of those names. */
export const spreadColumn = (path: string): string => path.replace('[]', '');

/** A natural key's parts as criteria; missing parts at the end are null. Undefined: more parts than the key has. */
export function naturalKeyCriteria(naturalKey: string[], parts: (string | null)[]): Criteria | undefined {
  const spread = naturalKey.findIndex(isSpread);
  if (spread >= 0) {
    const after = naturalKey.slice(spread + 1);
    const end = parts.length - after.length;
    const names = keyParts(parts.slice(spread, end));
    const column = spreadColumn(naturalKey[spread]!);
    return allOf(
      ...naturalKey.slice(0, spread).map((path, index) => partCriteria(path, parts[index])),
      // No names at all: the relation that would lead to them is null.
      names.length === 0 ? where(column, 'isnull', true) : where(column, 'exact', names.reverse()),
      ...after.map((path, index) => partCriteria(path, parts[end + index])),
    );
  }
  if (parts.length > naturalKey.length || naturalKey.length === 0) return undefined;
  return allOf(...naturalKey.map((path, index) => partCriteria(path, parts[index])));
}

const partCriteria = (path: string, part: string | null | undefined): Criteria =>
  part === null || part === undefined ? where(path, 'isnull', true) : where(path, 'exact', part);
