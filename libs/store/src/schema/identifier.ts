/** Words PostgreSQL reserves, so that they name a table or column only in quotes. */
const reserved = new Set(
  (
    'all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column ' +
    'concurrently constraint create cross current_catalog current_date current_role current_schema current_time ' +
    'current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze from ' +
    'full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit localtime ' +
    'localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references returning right ' +
    'select session_user similar some symmetric system_user table tablesample then to trailing true union unique user using ' +
    'variadic verbose when where window with'
  ).split(' '),
);

const plain = /^[a-z_][a-z0-9_]*$/;

/** The name as it is written in SQL: in quotes only where it needs them. Throws when PostgreSQL would cut it short. */
export function identifier(name: string): string {
  if (Buffer.byteLength(name) > 63) throw new Error(`The name ${name} is longer than the 63 bytes PostgreSQL keeps.`);
  return plain.test(name) && !reserved.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** The text as a constant in SQL, for where a statement can have no parameters. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Names separated by commas. */
export const identifiers = (names: string[]): string => names.map(identifier).join(', ');
