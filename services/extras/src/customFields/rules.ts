import { perTransaction, unreadablePatterns } from '@plumbline/engine';
import {
  type Checked,
  type CustomField,
  checkValue,
  isEmptyValue,
  requiredIsEmpty,
  searchAll,
} from '@plumbline/extensions';
import {
  type BatchRule,
  type Candidate,
  changes,
  changesStored,
  type DeleteEffect,
  everything,
  type Label,
  type Row,
  type Rule,
  type RuleResult,
  type WriteContext,
  where,
} from '@plumbline/model';
import { sql } from '@plumbline/store';

/**
 * The key a label comes to: letters, digits and underscores, so many at most. Punctuation is dropped; what does not begin with a
 * letter of English gets an `a` before it.
 */
export function keyOf(label: string, longest: number): string {
  const slug = (/^[_A-Za-z]/.test(label) ? label : `a${label}`)
    .normalize('NFKD')
    .replace(/[^\w\s-]/g, '')
    .toLowerCase()
    .replace(/[-\s]+/g, '-')
    .replace(/^[-_]+|[-_]+$/g, '')
    .replaceAll('-', '_');
  return (/^[a-z]/.test(slug) ? slug : `a${slug}`).slice(0, longest);
}

/**
 * What has no key, or no longer, is named after its label, with as many characters as a key may have; a namesake gets a
 * number, which a long key makes room for. One request at a time gives such keys, so that no two give the same.
 */
export const keyByLabel =
  (model: Label, longest: number): BatchRule =>
  async (candidates, { select, tx }) => {
    const nameless = candidates.filter(({ row }) => !row.key && typeof row.label === 'string');
    if (nameless.length === 0) return [];
    await tx.run(sql.unsafe`SELECT pg_advisory_xact_lock(hashtext(${`keys of ${model}`}))`);
    const given = new Set(nameless.map(({ before }) => before?.key));
    const taken = new Set(
      (await select(model, everything, ['key'])).map(({ key }) => key).filter((key) => !given.has(key)),
    );
    for (const { row } of candidates) taken.add(row.key);
    for (const { row } of nameless) {
      const base = keyOf(row.label as string, longest);
      let key = base;
      for (let number = 2; taken.has(key); number += 1) {
        const end = `_${number}`;
        key = base.slice(0, longest - end.length) + end;
      }
      taken.add(key);
      row.key = key;
    }
    return [];
  };

const nameCustomField = keyByLabel('extras.customfield', 50);

/** A new field without a key is named after its label. */
export const nameByLabel: BatchRule = (candidates, context) =>
  nameCustomField(
    candidates.filter(({ before }) => !before),
    context,
  );

/** Values are stored by the key, so it stays. */
export const keyIsKept: Rule = (candidate) =>
  changesStored(candidate, 'key') ? { key: ['Key cannot be changed once created'] } : undefined;

/** A key can be a name in Python and GraphQL, and one under which JSON is taken: of all such names `__proto__` is not. */
export const keyIsSafe: Rule = ({ row }) =>
  /^(?!__proto__$)[_A-Za-z][_0-9A-Za-z]*$/.test(row.key as string)
    ? undefined
    : {
        key: [
          'This key is not Python/GraphQL safe. Please do not start the key with a digit and do not use hyphens or whitespace',
        ],
      };

/** Values were checked against the type, so it stays. */
export const typeIsKept: Rule = (candidate) =>
  changesStored(candidate, 'type') ? { type: ['Type cannot be changed once created'] } : undefined;

const unbounded = new Set<unknown>(['boolean', 'date']);
const unsearchable = new Set<unknown>(['integer', 'boolean', 'date']);

/** Only what has a size or a length has bounds. */
export const boundsFitType: Rule = ({ row }): RuleResult => {
  if (!unbounded.has(row.type)) return undefined;
  if (row.validation_minimum !== null)
    return { validation_minimum: ['A minimum value may not be set for fields of this type'] };
  if (row.validation_maximum === null) return undefined;
  return { validation_maximum: ['A maximum value may not be set for fields of this type'] };
};

/** Only text is searched for a pattern. */
export const patternFitsType: Rule = ({ row }) =>
  row.validation_regex !== '' && unsearchable.has(row.type)
    ? { validation_regex: ['Regular expression validation is not supported for fields of this type'] }
    : undefined;

/** A pattern is one that PostgreSQL reads, since it does the searching. */
export const patternIsReadable: BatchRule = async (candidates, context) => {
  const patternOf = ({ row }: Candidate) => row.validation_regex as string;
  const changed = candidates.filter((candidate) => changes(candidate, 'validation_regex'));
  const unreadable = await unreadablePatterns(context, changed.map(patternOf).filter(Boolean));
  return candidates.map((candidate) => {
    const pattern = patternOf(candidate);
    return unreadable.has(pattern) && changed.includes(candidate)
      ? { validation_regex: [`'${pattern}' is not a valid regular expression.`] }
      : undefined;
  });
};

/** A default is a value the field would take from anybody. */
export const defaultIsValid: BatchRule = async (candidates, context) => {
  const verdicts = new Map<Candidate, RuleResult>();
  const refuse = (candidate: Candidate, reason: string) =>
    verdicts.set(candidate, { default: [`Invalid default value "${shown(candidate.row.default)}": ${reason}`] });
  for (const candidate of candidates) {
    const { required, default: value } = candidate.row;
    if (required && value !== null && isEmptyValue(value)) refuse(candidate, requiredIsEmpty);
  }
  const given = candidates.filter(({ row }) => !isEmptyValue(row.default));
  const choices = given.length > 0 ? await choicesOf(context, given) : new Map();
  for (const candidate of given) {
    const field = { ...candidate.row, choices: choices.get(candidate.row.id) ?? [] } as unknown as CustomField;
    const checked = checkValue(candidate.row.default, field);
    const reason = 'reason' in checked ? checked.reason : await mismatch(context, checked, field.validation_regex);
    if (reason === undefined) candidate.row.default = (checked as { value: unknown }).value;
    else refuse(candidate, reason);
  }
  return candidates.map((candidate) => verdicts.get(candidate));
};

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

async function mismatch({ bounded }: WriteContext, checked: Checked, pattern: string): Promise<string | undefined> {
  if (!('toMatch' in checked) || checked.toMatch === undefined) return undefined;
  const [found] = await searchAll(bounded, [{ text: checked.toMatch, pattern }]);
  return found ? undefined : `Value must match regex '${pattern}'`;
}

/** What may be chosen, none of which goes before the transaction ends. */
async function choicesOf({ lockMatchingShared }: WriteContext, fields: Candidate[]): Promise<Map<unknown, Row[]>> {
  const ids = fields.map(({ row }) => row.id);
  const rows = await lockMatchingShared('extras.customfieldchoice', where('custom_field', 'in', ids), [
    'custom_field',
    'value',
    'weight',
  ]);
  const inOrder = rows.sort(
    (one, other) => Number(one.weight) - Number(other.weight) || (String(one.value) < String(other.value) ? -1 : 1),
  );
  return new Map(ids.map((id) => [id, inOrder.filter((row) => row.custom_field === id)]));
}

const goingIn = perTransaction(() => new Set<unknown>());

/** Notes which fields go, so that their choices may go along though values of them are in use. */
export const goesWithItsChoices: DeleteEffect = (fields, context) => {
  for (const { id } of fields) goingIn(context).add(id);
};

/** Whether a field is deleted in this transaction. */
export const isGoing = (context: WriteContext, field: unknown): boolean => goingIn(context).has(field);
