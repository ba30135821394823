import { addError, type Engine, type Item } from '@plumbline/engine';
import { type Model, mostRelated, pythonType, type Reference, readReference, readUuid } from '@plumbline/model';
import type { RelationshipSide } from './relationship';
import { sidesOf } from './relationships';

/** What a client wants one end of a relationship of an object to be: these objects and no others. */
export interface SideInput {
  relationshipSide: RelationshipSide;
  references: Reference[];
  /** What the references come to, once they are resolved. */
  ids: string[];
}

/** What clients sent under `relationships`, by the object it is for; those that sent nothing are not in it. */
export type RelationshipInput = Map<Item, SideInput[]>;

/** Reads the `relationships` of each body (docs/contract/custom-data.md). Objects are only named so far. */
export function readRelationshipInput({ engine }: { engine: Engine }, model: Model, items: Item[]): RelationshipInput {
  const input: RelationshipInput = new Map();
  const relationshipSides = sidesOf(engine, model.label);
  for (const item of items) {
    const given = (item.body as Record<string, unknown>).relationships;
    if (given === undefined) continue;
    try {
      input.set(item, readAll(model, relationshipSides, given));
    } catch (error) {
      if (!(error instanceof Misunderstood)) throw error;
      addError(item, { relationships: [error.message] });
    }
  }
  return input;
}

/** What is wrong with what was sent, in the words of the contract. */
class Misunderstood extends Error {}

const isDictionary = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function dictionary(value: unknown, place: string): Record<string, unknown> {
  if (!isDictionary(value)) throw new Misunderstood(`${place} must be a dictionary.`);
  return value;
}

/** What a relationship of an object is shown with beside its sides. */
const shownBeside = new Set(['id', 'url', 'label', 'name', 'type']);

function readAll(model: Model, relationshipSides: RelationshipSide[], given: unknown): SideInput[] {
  const named = `${model.app}.${model.className}`;
  return Object.entries(dictionary(given, '"relationships"')).flatMap(([key, sides]) => {
    const mine = relationshipSides.filter(({ relationship }) => relationship.key === key);
    if (mine.length === 0) throw new Misunderstood(`"${key}" is not a relationship on ${named}`);
    const label = mine[0]!.relationship.label;
    return Object.entries(dictionary(sides, `["${key}"]`)).flatMap(([side, value]): SideInput[] => {
      if (shownBeside.has(side)) return [];
      const relationshipSide = mine.find((one) => one.side === side);
      if (!relationshipSide) throw new Misunderstood(`"${side}" is not a valid side for "${label}" on ${named}`);
      return [{ relationshipSide, references: readObjects(relationshipSide, value), ids: [] }];
    });
  });
}

function readObjects({ relationship: { key, label }, side, many }: RelationshipSide, value: unknown): Reference[] {
  const { objects } = dictionary(value, `["${key}"]["${side}"]`);
  if (objects === undefined)
    throw new Misunderstood(`"objects" must be specified under ["${key}"]["${side}"] when present`);
  if (!Array.isArray(objects)) throw new Misunderstood('"objects" must be a list, not a single value');
  if (objects.length > mostRelated)
    throw new Misunderstood(`Ensure "objects" has no more than ${mostRelated} elements.`);
  if (objects.length > 1 && !many)
    throw new Misunderstood(`For "${label}", "${side}" objects must include at most a single object`);
  return objects.map(readObject);
}

/** Keys that objects are shown with and that are no columns. */
const onlyShown = ['object_type', 'display', 'url', 'natural_slug', 'notes_url'];

/** An id, or attributes; not one of the other ways of naming an object. */
function readObject(value: unknown): Reference {
  const unrecognized = () =>
    new Misunderstood(
      `Related objects must be referenced by ID or by dictionary of attributes. Received an unrecognized value: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
  if (isDictionary(value)) {
    const shown = onlyShown.find((name) => Object.hasOwn(value, name));
    if (shown !== undefined) throw new Misunderstood(`Cannot resolve keyword '${shown}' into field.`);
  } else if (readUuid(value) === undefined)
    throw Array.isArray(value)
      ? new Misunderstood(`Invalid data. Expected a dictionary, but got ${pythonType(value)}.`)
      : unrecognized();
  const reference = readReference(value);
  if (reference === null || 'unrecognized' in reference) throw unrecognized();
  return reference;
}
