import { type Grants, type Identity, problems } from '@plumbline/http';
import {
  allOf,
  anyOf,
  type Criteria,
  comparedWith,
  everything,
  type Model,
  nothing,
  readAttribute,
} from '@plumbline/model';
import { LRUCache } from 'lru-cache';
import type { Engine, UnitOfWork } from '../core/engine';
import { grantSource } from '../core/extensions/registered';
import { perEngine } from '../core/kept/perEngine';
import { pathEnd } from '../criteria/walk';
import { ofOneObject } from './ofOneObject';

export type PermittedAction = 'view' | 'add' | 'change' | 'delete';

/** Permissions by user and stamp; a changed permission changes the stamp, so entries never go stale. */
const grantsKept = perEngine(() => new LRUCache<string, Grants>({ max: 1000 }));

async function grantsOf(work: UnitOfWork, { userId, permissionStamp }: Identity): Promise<Grants> {
  const cached = grantsKept(work.engine);
  const key = `${userId} ${permissionStamp}`;
  const known = cached.get(key);
  if (known) return known;
  const grants = await grantSource(work.engine).of(work, userId);
  cached.set(key, grants);
  return grants;
}

/** What the caller may do with a model: the objects it extends to, or undefined when there is no such permission. */
export async function allowed(
  work: UnitOfWork,
  model: Pick<Model, 'label'>,
  action: string,
): Promise<Criteria | undefined> {
  const { identity } = work.scope;
  const own = work.engine.models.get(model.label);
  if (identity.isSuperuser || (own?.open && action === 'view')) return everything;
  const constraints = (await grantsOf(work, identity))[model.label]?.[action];
  if (!constraints) return undefined;
  if (constraints.some((constraint) => Object.keys(constraint).length === 0) || !own) return everything;
  return anyOf(...constraints.map((constraint) => constraintCriteria(work.engine, own, constraint)), nothing);
}

/** As `allowed`, throwing the 403 when there is no permission; what the model hides from everybody else is left out. */
export async function permitted(work: UnitOfWork, model: Model, action: PermittedAction): Promise<Criteria> {
  if (action !== 'view' && !work.scope.identity.writeEnabled) throw problems.forbidden();
  const criteria = await allowed(work, model, action);
  if (!criteria) throw problems.forbidden();
  return model.restrict ? allOf(criteria, model.restrict(work.scope.identity)) : criteria;
}

/** The objects of a model of this service that somebody may view. */
export async function visibleTo(work: UnitOfWork, model: Model, viewer: object): Promise<Criteria> {
  const identity = viewer as Identity;
  const criteria = await allowed({ ...work, scope: { ...work.scope, identity } }, model, 'view');
  if (!criteria) return nothing;
  return model.restrict ? allOf(criteria, model.restrict(identity)) : criteria;
}

/** The models all of whose objects somebody may view, whatever becomes of them, and those of which they may view some. */
export async function viewedModels(
  work: UnitOfWork,
  viewer: Identity,
): Promise<{ whole: Set<string>; some: Set<string> }> {
  const [whole, some] = [new Set<string>(), new Set<string>()];
  for (const [label, { view: constraints = [] }] of Object.entries(await grantsOf(work, viewer)))
    if (constraints.some((constraint) => Object.keys(constraint).length === 0)) whole.add(label);
    else if (constraints.length > 0) some.add(label);
  return { whole, some };
}

/** One constraint: all its look-ups must hold. A look-up on something that does not exist matches nothing. */
export function constraintCriteria(engine: Engine, model: Model, constraint: Record<string, unknown>): Criteria {
  const lookups = Object.entries(constraint).map(
    ([key, value]) => attributeCriteria(engine, model, key, value) ?? nothing,
  );
  const manifest = engine.catalog.find(model.label);
  return allOf(...(manifest ? ofOneObject(engine.catalog, manifest, lookups) : lookups));
}

/** Longest attribute worth following: each of its parts is a level of the statement. */
export const longestAttribute = 250;

/** `tenant__name__startswith: x` as criteria; undefined when the path does not exist. */
export function attributeCriteria(engine: Engine, model: Model, key: string, value: unknown): Criteria | undefined {
  if (key.length > longestAttribute) return undefined;
  const attribute = readAttribute(key, (path) => pathEnd(engine, model, path));
  const virtual = model.attributes[attribute.path];
  if (virtual && attribute.lookup === undefined) return virtual(value);
  const end = pathEnd(engine, model, attribute.path);
  return end && comparedWith(attribute, value, end);
}
