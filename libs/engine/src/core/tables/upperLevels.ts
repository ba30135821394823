import { type Sql, sql } from '@plumbline/store';

/**
 * The five upper levels of a node's place in its tree, which sort as the places do as far as they go. An index holds them alone, since PostgreSQL
 * has room for 2,704 bytes in an entry, and a tree has no lowest level.
 */
export const upperLevels = (place: Sql): Sql => sql.fragment`${place}[1:10]`;
