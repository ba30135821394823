import { columnType, type Field, type Lookup, type Network, readNetwork } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import { comparable, comparableText, meansYes } from './value';

type Compare = (column: Sql, value: unknown, field: Field) => Sql;

const never = sql.fragment`false`;

/** The pattern of a LIKE with the text's own wildcards made harmless. */
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
const asText = (column: Sql, field: Field): Sql =>
  columnType(field) === 'text' ? column : sql.fragment`${column}::text`;

/** A comparison of texts; a value that is none matches nothing. */
const textual =
  (build: (column: Sql, text: string) => Sql): Compare =>
  (column, value, field) => {
    const text = comparableText(value);
    return text === undefined ? never : build(asText(column, field), text);
  };
const like = (before: string, after: string): Compare =>
  textual((column, text) => sql.fragment`${column} LIKE ${before + literal(text) + after}`);
/**
 * The database's own collation knows upper and lower case beyond ASCII, which the byte order of the columns does not.
 */
const caseless = (column: Sql): Sql => sql.fragment`(${column} COLLATE "default")`;
const ilike = (before: string, after: string): Compare =>
  textual((column, text) => sql.fragment`${caseless(column)} ILIKE ${before + literal(text) + after}`);
const sameLetters = textual((column, text) => sql.fragment`lower(${caseless(column)}) = lower(${text})`);

/** How a column is compared with several values, one of which is enough: they are one parameter, however many they are. */
type CompareAny = (column: Sql, values: unknown[], field: Field) => Sql;

const textsOf = (values: unknown[]): string[] => values.flatMap((value) => comparableText(value) ?? []);
const anyText = (texts: string[]): Sql => sql.fragment`ANY(${sql.array(texts, 'text')})`;
const patternsOf = (values: unknown[], before: string, after: string): Sql =>
  anyText(textsOf(values).map((text) => before + literal(text) + after));
const anyLike =
  (before: string, after: string): CompareAny =>
  (column, values, field) =>
    sql.fragment`${asText(column, field)} LIKE ${patternsOf(values, before, after)}`;
const anyIlike =
  (before: string, after: string): CompareAny =>
  (column, values, field) =>
    sql.fragment`${caseless(asText(column, field))} ILIKE ${patternsOf(values, before, after)}`;

const isArray = (field: Field): boolean => columnType(field).endsWith('[]');
const isNetwork = (field: Field): boolean => ['inet', 'cidr'].includes(columnType(field));

const signs = { '>': sql.fragment`>`, '>=': sql.fragment`>=`, '<': sql.fragment`<`, '<=': sql.fragment`<=` };
const ordered =
  (operator: keyof typeof signs): Compare =>
  (column, value, field) => {
    const known = isArray(field) ? undefined : comparable(value, field);
    return known === undefined ? never : sql.fragment`${column} ${signs[operator]} ${typed(known, field)}`;
  };
const orderedToAny =
  (operator: keyof typeof signs): CompareAny =>
  (column, values, field) =>
    sql.fragment`${column} ${signs[operator]} ANY(${list(values, field)})`;

/**
 * The value as a parameter of the column's own type; of whole numbers the widest, so that none is too large to ask for.
 */
function typed(value: unknown, field: Field): Sql {
  return sql.fragment`${value as string}::${sql.identifier([widest(columnTypeName(field))])}`;
}

const widest = (type: string): string => (type === 'int4' || type === 'int2' ? 'int8' : type);

/** Type names that are single identifiers, as slonik can quote them. */
export function columnTypeName(field: Field): string {
  const type = columnType(field).replace('[]', '');
  const names: Record<string, string> = {
    integer: 'int4',
    bigint: 'int8',
    smallint: 'int2',
    boolean: 'bool',
    'double precision': 'float8',
    'timestamp with time zone': 'timestamptz',
  };
  return names[type] ?? (type.startsWith('numeric') ? 'numeric' : type);
}

function list(values: unknown, field: Field): Sql {
  const known = (Array.isArray(values) ? values : [values])
    .map((value) => comparable(value, field))
    .filter((value) => value !== undefined);
  const type = columnTypeName(field);
  return sql.array(known as string[], isArray(field) ? type : widest(type)) as unknown as Sql;
}

/** Whether one value is all of these at once. */
const isEach: Compare = (column, value, field) => {
  const [one, ...others] = new Set([value].flat());
  return others.length > 0 ? never : exact(column, one, field);
};

/** Whether a row can hold each of the values. */
const areComparable = (values: unknown, field: Field): boolean =>
  [values].flat().every((one) => comparable(one, field) !== undefined);

/** Whether an array holds all of the values; one that no row can hold makes the answer no. */
const holdsAll: Compare = (column, value, field) =>
  areComparable(value, field) ? sql.fragment`${column} @> ${list(value, field)}` : never;

/** A comparison of JSON with JSON; with anything else, or with what no row can hold, nothing matches. */
const jsonWith =
  (build: (column: Sql, json: Sql) => Sql): Compare =>
  (column, value, field) => {
    const known = columnType(field) === 'jsonb' ? comparable(value, field) : undefined;
    return known === undefined ? never : build(column, sql.fragment`${known as string}::jsonb`);
  };
const holdsJson = jsonWith((column, json) => sql.fragment`${column} @> ${json}`);
const isHeldByJson = jsonWith((column, json) => sql.fragment`${column} <@ ${json}`);

/** Whether JSON, or a list, has in it what is asked for; whether a text does. */
const contains: Compare = (column, value, field) => {
  if (isArray(field)) return holdsAll(column, value, field);
  return (columnType(field) === 'jsonb' ? holdsJson : like('%', '%'))(column, value, field);
};

/** Whether JSON has keys. */
const withKeys =
  (build: (column: Sql, keys: Sql) => Sql): Compare =>
  (column, value, field) => {
    const keys = [value].flat().map((key) => comparableText(key));
    if (columnType(field) !== 'jsonb' || keys.includes(undefined)) return never;
    return build(column, sql.array(keys as string[], 'text') as unknown as Sql);
  };

const isNull: Compare = (column, value, field) => {
  const wanted = meansYes(value);
  if (field.isSet) return wanted ? sql.fragment`cardinality(${column}) = 0` : sql.fragment`cardinality(${column}) > 0`;
  return wanted ? sql.fragment`${column} IS NULL` : sql.fragment`${column} IS NOT NULL`;
};

/** A network look-up's value; anything else matches nothing. */
const network =
  (build: (column: Sql, given: Network) => Sql): Compare =>
  (column, value, field) => {
    const given = typeof value === 'string' && isNetwork(field) ? readNetwork(value) : undefined;
    return given ? build(column, given) : never;
  };
const inBlock = (build: (column: Sql, block: Sql) => Sql): Compare =>
  network((column, { network, length }) => build(column, sql.fragment`${`${network}/${length}`}::inet`));

const exact: Compare = (column, value, field) => {
  if (value === null) return isNull(column, true, field);
  if (field.isSet) return holdsAll(column, value, field);
  if (isArray(field)) return areComparable(value, field) ? sql.fragment`${column} = ${list(value, field)}` : never;
  const known = comparable(value, field);
  if (known === undefined) return never;
  if (columnType(field) === 'jsonb') return sql.fragment`${column} = ${known as string}::jsonb`;
  return sql.fragment`${column} = ${typed(known, field)}`;
};

/** Values that a set column is looked through for by its index: PostgreSQL compares each item of each row with each of them. */
const lookedUpAtMost = 100;

/**
 * Whether an item is one of these values. Thousands are looked for in a hash: IS TRUE keeps
 * PostgreSQL from making a join of it, for which it would guess how many there are.
 */
export const isAmong = (item: Sql, values: Sql, howMany: number): Sql =>
  howMany <= lookedUpAtMost
    ? sql.fragment`${item} = ANY(${values})`
    : sql.fragment`(${item} IN (SELECT unnest(${values}))) IS TRUE`;

/** Whether a set column holds any of these values; of thousands, the rows that hold something are read. */
export const holdsAnyOf = (column: Sql, values: Sql, howMany: number): Sql =>
  howMany <= lookedUpAtMost
    ? sql.fragment`${column} && ${values}`
    : sql.fragment`(${column} <> '{}' AND EXISTS (SELECT FROM unnest(${column}) AS held(item) WHERE ${isAmong(sql.fragment`held.item`, values, howMany)}))`;

/** How each look-up is written in SQL. Values that cannot match anything match nothing; they are never errors. */
export const comparisons: Record<Exclude<Lookup, 'subtree'>, Compare> = {
  exact,
  iexact: (column, value, field) => (value === null ? isNull(column, true, field) : sameLetters(column, value, field)),
  contains,
  icontains: ilike('%', '%'),
  startswith: like('', '%'),
  istartswith: ilike('', '%'),
  endswith: like('%', ''),
  iendswith: ilike('%', ''),
  regex: textual((column, text) => sql.fragment`${column} ~ ${text}`),
  iregex: textual((column, text) => sql.fragment`${caseless(column)} ~* ${text}`),
  gt: ordered('>'),
  gte: ordered('>='),
  lt: ordered('<'),
  lte: ordered('<='),
  in: (column, value, field) => {
    if (isArray(field)) return holdsAnyOf(column, list(value, field), Array.isArray(value) ? value.length : 1);
    // Equal to one value, an index gives the rows in the order of its further columns.
    if (Array.isArray(value) && value.length === 1 && value[0] !== null) return exact(column, value[0], field);
    return sql.fragment`${column} = ANY(${list(value, field)})`;
  },
  contains_all: (column, value, field) => (isArray(field) ? holdsAll : isEach)(column, value, field),
  range: (column, value, field) => {
    const [from, to] = Array.isArray(value) ? value : [];
    return sql.fragment`(${ordered('>=')(column, from, field)} AND ${ordered('<=')(column, to, field)})`;
  },
  isnull: isNull,
  has_key: withKeys((column, keys) => sql.fragment`${column} ?& ${keys}`),
  has_keys: withKeys((column, keys) => sql.fragment`${column} ?& ${keys}`),
  has_any_keys: withKeys((column, keys) => sql.fragment`${column} ?| ${keys}`),
  contained_by: (column, value, field) =>
    isArray(field) ? sql.fragment`${column} <@ ${list(value, field)}` : isHeldByJson(column, value, field),
  net_contained: inBlock((column, block) => sql.fragment`${column} << ${block}`),
  net_contained_or_equal: inBlock((column, block) => sql.fragment`${column} <<= ${block}`),
  net_contains: inBlock((column, block) => sql.fragment`${column} >> ${block}`),
  net_contains_or_equals: inBlock((column, block) => sql.fragment`${column} >>= ${block}`),
  net_equals: inBlock((column, block) => sql.fragment`${column} = ${block}`),
  net_host: network((column, { host }) => sql.fragment`host(${column}) = ${host}`),
  net_host_contained: inBlock((column, block) => sql.fragment`${column} <<= ${block}`),
  net_in: (column, value, field) => {
    const blocks = (Array.isArray(value) ? value : [value]).map((block) =>
      comparisons.net_host_contained(column, block, field),
    );
    return sql.fragment`(${sql.join([never, ...blocks], sql.fragment` OR `)})`;
  },
  family: (column, value, field) => {
    const version = [4, 6].find((one) => String(one) === comparableText(value));
    return isNetwork(field) && version !== undefined ? sql.fragment`family(${column}) = ${version}` : never;
  },
};

/**
 * Look-ups with several values at once. Those by the beginning of a text, and by a pattern that tells it, are left apart, since an
 * index finds each of them.
 */
export const comparisonsWithAny: Partial<Record<Lookup, CompareAny>> = {
  iexact: (column, values, field) =>
    sql.fragment`lower(${caseless(asText(column, field))}) = ANY(ARRAY(SELECT lower(given) FROM unnest(${sql.array(textsOf(values), 'text')}) AS given))`,
  contains: anyLike('%', '%'),
  icontains: anyIlike('%', '%'),
  istartswith: anyIlike('', '%'),
  endswith: anyLike('%', ''),
  iendswith: anyIlike('%', ''),
  gt: orderedToAny('>'),
  gte: orderedToAny('>='),
  lt: orderedToAny('<'),
  lte: orderedToAny('<='),
  iregex: (column, values, field) => sql.fragment`${caseless(asText(column, field))} ~* ${anyText(textsOf(values))}`,
};
