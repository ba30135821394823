import { type Sql, sql } from '@plumbline/store';

/** A JSON value, a word or a list of words, with the new words in the place of the old; others stay. */
export function renamedWords(value: Sql, newWords: Readonly<Record<string, string>>): Sql {
  const renamed = (word: Sql) =>
    sql.fragment`coalesce(${JSON.stringify(newWords)}::jsonb->(${word} #>> '{}'), ${word})`;
  return sql.fragment`CASE jsonb_typeof(${value})
    WHEN 'array' THEN (
      SELECT jsonb_agg(${renamed(sql.fragment`item`)} ORDER BY place)
      FROM jsonb_array_elements(${value}) WITH ORDINALITY AS items(item, place))
    ELSE ${renamed(value)} END`;
}
