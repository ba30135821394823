import type { OpenAPIV3 } from 'openapi-types';
import { compareLimits } from './compareLimits';
import { compareNames, differs, otherWords, quoted, type Report } from './difference';
import { createValueReport, type Use, type ValueReport } from './valueReport';

type Schema = OpenAPIV3.SchemaObject;
type Named = OpenAPIV3.SchemaObject | OpenAPIV3.ReferenceObject;
type Schemas = Record<string, Named>;

/** Compares schemas of two descriptions. */
export interface CompareSchemas {
  compare(before: Named, now: Named, use: Use, place: string): void;
  /** Compares those with names, each once for each use that was come across. */
  compareNamed(): void;
}

/** Makes what compares schemas, given those with names. */
export function createCompareSchemas(old: Schemas, own: Schemas, report: Report): CompareSchemas {
  const uses = new Set<string>();
  /** What is being compared with another name than before: schemas may lead back to themselves. */
  const underWay = new Set<string>();

  function compare(before: Named, now: Named, use: Use, place: string, tell = report): void {
    const names = [nameOf(before), nameOf(now)];
    const [one, other] = names;
    const pair = `${names} ${use}`;
    if (one !== undefined && one === other) uses.add(`${one} ${use}`);
    else if (!underWay.has(pair)) {
      if (one !== undefined || other !== undefined) underWay.add(pair);
      comparePlain(resolved(old, before), resolved(own, now), use, place, tell);
      underWay.delete(pair);
    }
  }

  function comparePlain(before: Schema, now: Schema, use: Use, place: string, tell: Report): void {
    const values = createValueReport(use, place, tell);
    const [alternatives, nowAlternatives] = [before, now].map((schema) => schema.oneOf ?? schema.anyOf);
    const [type, nowType] = [typeOf(before), typeOf(now)];
    if (differs(words(before), words(now))) tell('change', place, otherWords);
    if (alternatives && nowAlternatives) compareLimits(before, now, values);
    if (alternatives || nowAlternatives)
      compareAlternatives(alternatives ?? [before], nowAlternatives ?? [now], use, values);
    else if (type !== nowType) {
      const text = `is ${nowType ?? 'anything'}, no longer ${type ?? 'anything'}`;
      if (isWider(nowType, type)) values.wider(text);
      else if (isWider(type, nowType)) values.narrower(text);
      else tell('break', place, text);
    } else {
      compareLimits(before, now, values);
      if ('items' in before && 'items' in now) compare(before.items, now.items, use, `${place}[]`, tell);
      if (type === 'object') compareMembers(before, now, use, place, tell);
    }
  }

  function compareMembers(before: Schema, now: Schema, use: Use, place: string, tell: Report): void {
    const values = createValueReport(use, place, tell);
    const [one, other] = [membersOf(before, use), membersOf(now, use)];
    const { gone, added, kept } = compareNames(one, other);
    const required = added.filter((name) => use === 'requests' && now.required?.includes(name));
    const optional = added.filter((name) => !required.includes(name));
    if (gone.length > 0)
      tell('break', place, `${use === 'requests' ? 'does not take' : 'does not have'} ${quoted(gone)} any more`);
    if (required.length > 0) tell('break', place, `requires ${quoted(required)}`);
    if (optional.length > 0) tell('addition', place, `${use === 'requests' ? 'takes' : 'has'} ${quoted(optional)}`);
    for (const name of kept) {
      const [was, is] = [before, now].map((schema) => schema.required?.includes(name) ?? false);
      const there = use === 'requests' ? 'is required' : 'is always there';
      if (is && !was) values.narrower(there, name);
      if (was && !is) values.wider(`${there} no longer`, name);
      compare(one[name]!, other[name]!, use, `${place}, ${quoted([name])}`, tell);
    }
    const [rest, nextRest] = [restOf(before), restOf(now)];
    if (rest && nextRest) compare(rest, nextRest, use, `${place}, any other member`, tell);
    else if (rest) values.narrower('has no other members any more');
    else if (nextRest) values.wider('can have other members');
  }

  /** Whether programs that know one schema get along with the other. */
  function fits(before: Named, now: Named, use: Use): boolean {
    let fitting = true;
    compare(before, now, use, '', (kind) => {
      if (kind === 'break') fitting = false;
    });
    return fitting;
  }

  function compareAlternatives(before: Named[], now: Named[], use: Use, values: ValueReport): void {
    const gone = before.filter((one) => !now.some((other) => fits(one, other, use)));
    const added = now.filter((other) => !before.some((one) => fits(one, other, use)));
    if (gone.length > 0) values.narrower(`cannot be ${gone.map(wordFor).join(' or ')} any more`);
    if (added.length > 0) values.wider(`can be ${added.map(wordFor).join(' or ')}`);
  }

  function compareNamed(): void {
    const { gone, added } = compareNames(old, own);
    for (const name of gone)
      report('break', `schema ${quoted([name])}`, 'is gone, as is the type of generated clients');
    for (const name of added) report('addition', `schema ${quoted([name])}`, 'is new');
    // More are come across on the way.
    for (const text of uses) {
      const [name, use] = text.split(' ') as [string, Use];
      comparePlain(
        resolved(old, old[name]!),
        resolved(own, own[name]!),
        use,
        `schema ${quoted([name])} in ${use}`,
        report,
      );
    }
  }

  return { compare, compareNamed };
}

const nameOf = (schema: Named): string | undefined => ('$ref' in schema ? schema.$ref.split('/').at(-1) : undefined);

function resolved(schemas: Schemas, schema: Named): Schema {
  const name = nameOf(schema);
  return name === undefined ? (schema as Schema) : resolved(schemas, schemas[name]!);
}

const wordFor = (schema: Named): string => nameOf(schema) ?? (schema as Schema).type ?? 'anything';

const words = ({ title, description, default: usual, example, deprecated }: Schema) => ({
  title,
  description,
  usual,
  example,
  deprecated,
});

const typeOf = ({ type, properties }: Schema): string | undefined => type ?? (properties ? 'object' : undefined);

/** Whether whatever is of one type is of the other too, of which there is more; undefined is anything. */
const isWider = (wide: string | undefined, narrow: string | undefined): boolean =>
  wide === undefined || (wide === 'number' && narrow === 'integer');

function membersOf({ properties = {} }: Schema, use: Use): Record<string, Named> {
  const hidden = use === 'requests' ? 'readOnly' : 'writeOnly';
  return Object.fromEntries(Object.entries(properties).filter(([, member]) => !(member as Schema)[hidden]));
}

/** What members that are not named may be; undefined: there are none. */
function restOf({ additionalProperties: rest }: Schema): Named | undefined {
  if (rest === false) return undefined;
  return rest === undefined || rest === true ? {} : rest;
}
