import { Problem } from '@plumbline/http';
import {
  allOf,
  type Comparison,
  type Criteria,
  comparedWith,
  type Field,
  type FieldOptions,
  type Model,
  manifestEnd,
  type Reference,
  type Row,
  readAttribute,
  where,
} from '@plumbline/model';
import type { Engine, UnitOfWork } from '../core/engine';
import { addError, type Item, parsed } from '../core/item';
import { extensionsOf } from '../core/registered';
import { asViewer, viewerOf } from '../core/viewer';
import { visitYielding } from '../core/visitYielding';
import { naturalKeyCriteria } from '../criteria/naturalKey';
import { checkPattern, patternsIn } from '../criteria/patterns';
import { attributeCriteria, longestAttribute } from '../permissions/permissions';
import { meantBefore, remember } from './meantBefore';
import { selectNotBeingDeleted } from './notBeingDeleted';
import { quoted, quotedKey } from './python';
import { hasTargets, scopeOf } from './relations';
import { savepoint } from './savepoint';

/** One way of naming an object of one model, used by one or more items. */
export interface Naming {
  label: string;
  /** What the object must be besides. */
  scope: Comparison[];
  reference: Reference;
  /** Nobody named it: it is a default, whoever may view it. */
  isDefault?: boolean;
  /** What is found is looked at again under lock, by the name it was found by. */
  isVerified?: boolean;
}

/** What became of it; `assumed` is the name by which it is taken for what it was the last time. */
export type Found = { id: string | number; assumed?: string } | { problem: string };

/**
 * Second stage of a write: finds the objects that clients named by natural key or attributes, each distinct naming
 * once. Ids are taken as they are; that they exist is checked under lock (`verifyTargets`), and so it is, on trust, that a
 * name still means what it meant the last time (docs/adr/0078-on-trust-a-name-means-what-it-meant.md). What a default names is
 * made where it is not there and can be.
 */
export async function resolveReferences(work: UnitOfWork, model: Model, items: Item[]): Promise<void> {
  const namings = new Map<string, Naming>();
  const keyOf = (field: Field, reference: Reference, isDefault: boolean) =>
    JSON.stringify([field.options.to, scopeOf(field.options), reference, isDefault]);
  const isDefault = ({ body }: Item, name: string) => !Object.hasOwn(body as object, name);
  const each = (visit: (item: Item, name: string, field: Field, references: Reference[]) => void) =>
    visitYielding(parsed(items), (item) => {
      for (const [name, given] of Object.entries(item.references))
        visit(item, name, model.fields[name]!, Array.isArray(given) ? given : [given]);
    });
  const makers = new Map<string, NonNullable<FieldOptions['makeDefault']>>();
  await each((item, name, field, references) => {
    const { to, makeDefault } = field.options;
    for (const reference of references)
      if (reference.by !== 'id') {
        const byDefault = isDefault(item, name);
        const key = keyOf(field, reference, byDefault);
        const isVerified = isVerifiedByName(field) && namings.get(key)?.isVerified !== false;
        namings.set(key, { label: to!, scope: scopeOf(field.options), reference, isDefault: byDefault, isVerified });
        if (makeDefault && byDefault) makers.set(key, makeDefault);
      }
  });
  const found = await findAll(work, namings);
  const absent = [...makers].filter(([key]) => 'problem' in found.get(key)!);
  for (const [, makeDefault] of absent) await makeDefault(work.sql);
  if (absent.length > 0) {
    // Others may have named what was only made now.
    const missing = new Map([...namings].filter(([key]) => 'problem' in found.get(key)!));
    for (const [key, result] of await findAll(work, missing)) found.set(key, result);
  }
  await each((item, name, field, references) => {
    const results = references.map(
      (reference): Found =>
        reference.by === 'id'
          ? knownKey(work.engine, field.options.to!, reference.id)
          : found.get(keyOf(field, reference, isDefault(item, name)))!,
    );
    const problem = results.find((result): result is { problem: string } => 'problem' in result);
    if (problem) {
      addError(item, { [name]: [problem.problem] });
      return;
    }
    const named = results as Exclude<Found, { problem: string }>[];
    const ids = named.map(({ id }) => id);
    item.sent[name] = field.isMany ? [...new Set(ids)] : ids[0];
    const assumed = named.filter((result): result is { id: string; assumed: string } => result.assumed !== undefined);
    if (assumed.length === 0) return;
    item.assumed[name] = new Map(assumed.map((result) => [result.id, result.assumed]));
    // What is refused from here on may be right: the name may mean another object since.
    work.trusting!.leftOut = true;
  });
}

/** Whether a target of this relation that is not what it should be is an error, whoever else looks at it. */
const isVerifiedByName = (field: Field): boolean =>
  hasTargets(field) && !field.options.unverified && field.options.checkedBy !== 'model';

/** The objects that these namings mean, in their order. An id is taken as it is. */
export async function findNamed(work: UnitOfWork, namings: Naming[]): Promise<Found[]> {
  const distinct = new Map(namings.map((naming) => [JSON.stringify(naming), naming]));
  for (const [key, { reference }] of distinct) if (reference.by === 'id') distinct.delete(key);
  const found = await findAll(work, distinct);
  return namings.map((naming) => {
    const { label, reference } = naming;
    return reference.by === 'id' ? knownKey(work.engine, label, reference.id) : found.get(JSON.stringify(naming))!;
  });
}

/** What became of each of these namings, by its key. */
async function findAll(work: UnitOfWork, namings: Map<string, Naming>): Promise<Map<string, Found>> {
  const found = await faultyPatterns(work, namings);
  const rest = new Map([...namings].filter(([key]) => !found.has(key)));
  await Promise.all([...batches(work.engine, rest)].map((batch) => findBatch(work, batch, found)));
  return found;
}

/** Namings by regular expressions that PostgreSQL cannot read, found before one of them ends the transaction. */
async function faultyPatterns(work: UnitOfWork, namings: Map<string, Naming>): Promise<Map<string, Found>> {
  const faulty = new Map<string, Found>();
  for (const [key, { label, reference }] of namings) {
    if (reference.by !== 'attributes') continue;
    const criteria = attributesCriteria(work.engine, label, reference.attributes);
    const patterns = typeof criteria === 'string' ? [] : patternsIn(criteria);
    if (patterns.length === 0) continue;
    const check = async () => {
      for (const pattern of patterns) await checkPattern(work, pattern);
    };
    try {
      await (work.afterCommit ? savepoint(work, check) : check());
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 400) throw error;
      faulty.set(key, { problem: String((error.body as { detail: string }).detail) });
    }
  }
  return faulty;
}

/** An id of the wrong sort for the target model names nothing. */
function knownKey(engine: Engine, label: string, id: string | number): Found {
  const integer = engine.catalog.find(label)?.keyType === 'int';
  if (integer === (typeof id === 'number')) return { id };
  return {
    problem: `Related objects must be referenced by ID or by dictionary of attributes. Received an unrecognized value: ${id}`,
  };
}

interface Batch {
  label: string;
  scope: Comparison[];
  /** The attribute all of them are named by, when it is a single plain one. */
  attribute: string | undefined;
  isDefault: boolean;
  members: { key: string; naming: Naming; value?: unknown }[];
}

/** Namings that can be asked for in one question: those of one model by the same single attribute. */
function batches(engine: Engine, namings: Map<string, Naming>): Iterable<Batch> {
  const byQuestion = new Map<string, Batch>();
  for (const [key, naming] of namings) {
    const single = singleAttribute(engine, naming);
    const question = single
      ? JSON.stringify([naming.label, naming.scope, single.attribute, naming.isDefault === true])
      : key;
    const batch = byQuestion.get(question) ?? {
      label: naming.label,
      scope: naming.scope,
      attribute: single?.attribute,
      isDefault: naming.isDefault === true,
      members: [],
    };
    batch.members.push({ key, naming, ...(single ? { value: single.value } : {}) });
    byQuestion.set(question, batch);
  }
  return byQuestion.values();
}

function singleAttribute(
  engine: Engine,
  { label, reference }: Naming,
): { attribute: string; value: unknown } | undefined {
  if (!engine.catalog.find(label)?.columns.includes('name')) return undefined;
  if (reference.by === 'attributes') {
    const [only, ...rest] = Object.entries(reference.attributes);
    return only && rest.length === 0 && only[0] === 'name' && typeof only[1] === 'string'
      ? { attribute: 'name', value: only[1] }
      : undefined;
  }
  if (reference.by !== 'key') return undefined;
  const naturalKey = engine.catalog.find(label)?.naturalKey ?? [];
  const [part] = reference.parts;
  return naturalKey.length === 1 &&
    naturalKey[0] === 'name' &&
    reference.parts.length === 1 &&
    part !== null &&
    part !== undefined
    ? { attribute: 'name', value: part }
    : undefined;
}

async function findBatch(
  work: UnitOfWork,
  { label, scope, attribute, isDefault, members }: Batch,
  found: Map<string, Found>,
): Promise<void> {
  // Who may not view an object cannot name it by what it is like.
  const viewer = isDefault ? {} : viewerOf(asViewer(work));
  if (attribute) {
    const known = viewer.viewer ? undefined : assumed(work, label, members);
    if (known) {
      for (const [index, { key }] of members.entries()) found.set(key, known[index]!);
      return;
    }
    const values = members.map((member) => member.value);
    const criteria = allOf(where(attribute, 'in', values), ...scope);
    const rows = await selectNotBeingDeleted(work, label, criteria, members.length, { values: [attribute], ...viewer });
    for (const { key, naming, value } of members) {
      const result = verdict(
        work.engine,
        naming,
        rows.filter((row) => row[attribute] === value),
      );
      found.set(key, result);
      if (!viewer.viewer) remember(work, label, value as string, 'id' in result ? result.id : undefined);
    }
    return;
  }
  const { key, naming } = members[0]!;
  const criteria = referenceCriteria(work.engine, naming);
  if (typeof criteria === 'string') found.set(key, { problem: criteria });
  else
    found.set(
      key,
      verdict(work.engine, naming, await selectNotBeingDeleted(work, label, allOf(criteria, ...scope), 1, viewer)),
    );
}

/** What names meant the last time; undefined where that is not known of all of them, or no write is tried on trust. */
function assumed({ engine, trusting }: UnitOfWork, label: string, members: Batch['members']): Found[] | undefined {
  if (!trusting || !members.every(({ naming }) => naming.isVerified)) return undefined;
  const found: Found[] = [];
  for (const { value } of members) {
    const id = meantBefore(engine, label, value as string);
    if (id === undefined) return undefined;
    found.push({ id, assumed: value as string });
  }
  return found;
}

function verdict(engine: Engine, naming: Naming, rows: Row[]): Found {
  const shown = quoted(shownAttributes(engine, naming));
  if (rows.length === 0) return { problem: `Related object not found using the provided attributes: ${shown}` };
  if (rows.length > 1) return { problem: `Multiple objects match the provided attributes: ${shown}` };
  return { id: rows[0]!.id as string | number };
}

/** What a naming means as criteria on the target; a text when it cannot mean anything. */
function referenceCriteria(engine: Engine, { label, reference }: Naming): Criteria | string {
  if (reference.by === 'attributes') return attributesCriteria(engine, label, reference.attributes);
  const naturalKey = engine.catalog.find(label)?.naturalKey ?? [];
  const parts = reference.by === 'key' ? reference.parts : [];
  return (
    naturalKeyCriteria(naturalKey, parts) ??
    `Related object not found using provided composite-key: ${parts.map((part) => part ?? '%00').join(';')}`
  );
}

/** Keys that objects of all models are shown with and that tell nothing about which one is meant. */
const onlyShown = new Set(['object_type', 'display', 'natural_slug', 'tree_depth', 'generic_foreign_key']);

function attributesCriteria(engine: Engine, label: string, attributes: Record<string, unknown>): Criteria | string {
  const own = engine.models.get(label);
  const { onlyShown: added } = extensionsOf(engine);
  const parts: Criteria[] = [];
  for (const [key, value] of Object.entries(attributes)) {
    if (onlyShown.has(key) || added.has(key)) continue;
    const criteria = own ? attributeCriteria(engine, own, key, value) : foreignAttribute(engine, label, key, value);
    if (!criteria && engine.catalog.find(label)?.onlyShown.includes(key)) continue;
    if (!criteria) return `Cannot resolve keyword '${key.split('__')[0]}' into field.`;
    parts.push(criteria);
  }
  return allOf(...parts);
}

/** An attribute of an object of another service; undefined when its models have no such path. */
function foreignAttribute(engine: Engine, label: string, key: string, value: unknown): Criteria | undefined {
  if (key.length > longestAttribute) return undefined;
  const manifest = engine.catalog.find(label);
  const endOf = (path: string) => manifest && manifestEnd(engine.catalog, manifest, path);
  const attribute = readAttribute(key, endOf);
  const end = endOf(attribute.path);
  return end && comparedWith(attribute, value, end);
}

/** How the contract's messages show a naming. */
function shownAttributes(engine: Engine, { label, reference }: Naming): Record<string, unknown> {
  if (reference.by === 'attributes') return reference.attributes;
  const naturalKey = engine.catalog.find(label)?.naturalKey ?? [];
  const parts = reference.by === 'key' ? reference.parts : [];
  return Object.fromEntries(
    naturalKey.map((path, index) => [path.replaceAll('.', '__').replace('tree_names[]', 'name'), parts[index] ?? null]),
  );
}

/** The message for an id that names nothing. */
export const noSuchId = (id: unknown): string =>
  `Related object not found using the provided attributes: {'pk': ${quotedKey(id)}}`;
