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
import { visitYielding } from '../../core/background/visitYielding';
import type { Engine, UnitOfWork, Viewer } from '../../core/engine';
import { extensionsOf } from '../../core/extensions/registered';
import { groupedBy } from '../../core/groupedBy';
import { addError, type Item, parsed } from '../../core/item';
import { asViewer, viewerOf } from '../../core/viewer';
import { naturalKeyCriteria } from '../../criteria/naturalKey';
import { checkPattern, patternsIn } from '../../criteria/patterns';
import { attributeCriteria, longestAttribute } from '../../permissions/permissions';
import { selectNotBeingDeleted } from '../locks/notBeingDeleted';
import { savepoint } from '../locks/savepoint';
import { quoted, quotedKey } from '../python';
import { meantBefore, remember } from './meantBefore';
import { hasTargets, scopeOf } from './relations';

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
  const { namings, makers } = await gatherNamings(work, model, items);
  const found = await findAll(work, namings);
  await makeAbsent(work, namings, makers, found);
  await visitNamed(work, model, items, (item, name, field, references) => {
    const isDefault = isByDefault(item, name);
    const results = references.map(
      (reference): Found =>
        reference.by === 'id'
          ? knownKey(work.engine, field.options.to!, reference.id)
          : found.get(keyOf(field, reference, isDefault))!,
    );
    takeResults(work, item, name, field, results);
  });
}

type Makers = Map<string, NonNullable<FieldOptions['makeDefault']>>;

const keyOf = (field: Field, reference: Reference, isDefault: boolean): string =>
  JSON.stringify([field.options.to, scopeOf(field.options), reference, isDefault]);

/** Whether nothing was sent for a relation, so that what it names is a default. */
const isByDefault = ({ body }: Item, name: string): boolean => !Object.hasOwn(body as object, name);

/** Visits what each item names by each of its relations. */
const visitNamed = (
  work: UnitOfWork,
  model: Model,
  items: Item[],
  visit: (item: Item, name: string, field: Field, references: Reference[]) => void,
): Promise<void> =>
  visitYielding(work, parsed(items), (item) => {
    for (const [name, given] of Object.entries(item.references))
      visit(item, name, model.fields[name]!, Array.isArray(given) ? given : [given]);
  });

/** Each distinct naming that is no id, and what makes the defaults among them. */
async function gatherNamings(
  work: UnitOfWork,
  model: Model,
  items: Item[],
): Promise<{ namings: Map<string, Naming>; makers: Makers }> {
  const namings = new Map<string, Naming>();
  const makers: Makers = new Map();
  await visitNamed(work, model, items, (item, name, field, references) => {
    const { to, makeDefault } = field.options;
    const isDefault = isByDefault(item, name);
    for (const reference of references) {
      if (reference.by === 'id') continue;
      const key = keyOf(field, reference, isDefault);
      const isVerified = isVerifiedByName(field) && namings.get(key)?.isVerified !== false;
      namings.set(key, { label: to!, scope: scopeOf(field.options), reference, isDefault, isVerified });
      if (makeDefault && isDefault) makers.set(key, makeDefault);
    }
  });
  return { namings, makers };
}

/** Makes the defaults that were not found, and looks again for all that was not: others may have named what was only made now. */
async function makeAbsent(
  work: UnitOfWork,
  namings: Map<string, Naming>,
  makers: Makers,
  found: Map<string, Found>,
): Promise<void> {
  const isMissing = ([key]: [string, unknown]): boolean => 'problem' in found.get(key)!;
  const absent = [...makers].filter(isMissing);
  if (absent.length === 0) return;
  for (const [, makeDefault] of absent) await makeDefault(work.sql);
  for (const [key, result] of await findAll(work, new Map([...namings].filter(isMissing)))) found.set(key, result);
}

/** Writes down of an item what its relation leads to, or the first thing that is wrong with it. */
function takeResults(work: UnitOfWork, item: Item, name: string, field: Field, results: Found[]): void {
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
  const names = new Map<unknown, Set<string>>();
  for (const { id, assumed: by } of assumed) names.set(id, (names.get(id) ?? new Set()).add(by));
  item.assumed[name] = names;
  // What is refused from here on may be right: the name may mean another object since.
  work.trusting!.leftOut = true;
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
  await Promise.all(
    [...batches(work.engine, rest)].map(async (batch) => {
      const results = await findBatch(work, batch);
      for (const [index, { key }] of batch.members.entries()) found.set(key, results[index]!);
    }),
  );
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

/** Namings that are asked for in one question. */
interface Batch {
  label: string;
  scope: Comparison[];
  isDefault: boolean;
  members: Member[];
}

interface Member {
  key: string;
  naming: Naming;
  /** The name that the object goes by; undefined where it is named by something else, alone in its batch. */
  name: string | undefined;
}

/** Those of one model by their names together, all others one by one. */
function batches(engine: Engine, namings: Map<string, Naming>): Iterable<Batch> {
  const byQuestion = new Map<string, Batch>();
  for (const [key, naming] of namings) {
    const { label, scope } = naming;
    const name = nameIn(engine, naming);
    const isDefault = naming.isDefault === true;
    const question = name === undefined ? key : JSON.stringify([label, scope, isDefault]);
    const batch = byQuestion.get(question) ?? { label, scope, isDefault, members: [] };
    batch.members.push({ key, naming, name });
    byQuestion.set(question, batch);
  }
  return byQuestion.values();
}

/** The name by which alone an object is named, as an attribute or as its natural key. */
function nameIn(engine: Engine, { label, reference }: Naming): string | undefined {
  const manifest = engine.catalog.find(label);
  if (!manifest?.columns.includes('name')) return undefined;
  if (reference.by === 'attributes') {
    const [only, ...rest] = Object.entries(reference.attributes);
    return only && rest.length === 0 && only[0] === 'name' && typeof only[1] === 'string' ? only[1] : undefined;
  }
  if (reference.by !== 'key') return undefined;
  const [part] = reference.parts;
  const isNamed = manifest.naturalKey.length === 1 && manifest.naturalKey[0] === 'name';
  return isNamed && reference.parts.length === 1 ? (part ?? undefined) : undefined;
}

const findBatch = (work: UnitOfWork, batch: Batch): Promise<Found[]> =>
  batch.members[0]!.name === undefined ? findOne(work, batch) : findByNames(work, batch);

/** Who may not view an object cannot name it by what it is like. */
const viewerOfNamed = (work: UnitOfWork, { isDefault }: Batch): Viewer => (isDefault ? {} : viewerOf(asViewer(work)));

/** The objects of these names, in the order of the members. */
async function findByNames(work: UnitOfWork, batch: Batch): Promise<Found[]> {
  const { label, scope, members } = batch;
  const viewer = viewerOfNamed(work, batch);
  const known = viewer.viewer ? undefined : assumed(work, label, members);
  if (known) return known;
  const names = members.map(({ name }) => name);
  const criteria = allOf(where('name', 'in', names), ...scope);
  const rows = await selectNotBeingDeleted(work, label, criteria, members.length, { values: ['name'], ...viewer });
  const byName = groupedBy(rows, (row) => row.name);
  return members.map(({ naming, name }) => {
    const result = onlyOne(work.engine, naming, byName.get(name) ?? []);
    if (!viewer.viewer) remember(work, label, name!, 'id' in result ? result.id : undefined);
    return result;
  });
}

/** The object that the one member of a batch names. */
async function findOne(work: UnitOfWork, batch: Batch): Promise<[Found]> {
  const { naming } = batch.members[0]!;
  const criteria = referenceCriteria(work.engine, naming);
  if (typeof criteria === 'string') return [{ problem: criteria }];
  const all = allOf(criteria, ...batch.scope);
  return [
    onlyOne(work.engine, naming, await selectNotBeingDeleted(work, batch.label, all, 1, viewerOfNamed(work, batch))),
  ];
}

/** What names meant the last time; undefined where that is not known of all of them, or no write is tried on trust. */
function assumed({ engine, trusting }: UnitOfWork, label: string, members: Member[]): Found[] | undefined {
  if (!trusting || !members.every(({ naming }) => naming.isVerified)) return undefined;
  const found: Found[] = [];
  for (const { name } of members) {
    const id = meantBefore(engine, label, name!);
    if (id === undefined) return undefined;
    found.push({ id, assumed: name! });
  }
  return found;
}

/** The object that was found, where it is one. */
function onlyOne(engine: Engine, naming: Naming, rows: Row[]): Found {
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
