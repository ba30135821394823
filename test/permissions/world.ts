import type { Settings } from '@plumbline/config';
import type { Identity } from '@plumbline/http';
import {
  aUser,
  encodeKey,
  expectStatus,
  type Fixture,
  keyOf,
  makeFixture,
  type Subject,
  signedIn,
  subjectOf,
  superuser,
  type TestServices,
} from '@plumbline/testkit';
import * as circuits from '../../services/circuits/test/fixtures';
import * as dcim from '../../services/dcim/test/fixtures';
import * as extras from '../../services/extras/test/fixtures';
import * as ipam from '../../services/ipam/test/fixtures';
import * as tenancy from '../../services/tenancy/test/fixtures';
import * as users from '../../services/users/test/fixtures';
import * as virtualization from '../../services/virtualization/test/fixtures';
import { startEveryService } from '../models/everyService';

// biome-ignore lint/suspicious/noExplicitAny: objects as they came
export type Shown = any;

/** Every model's fixture, those that others refer to first. */
export const fixtures: Fixture[] = [users, tenancy, extras, dcim, ipam, circuits, virtualization].flatMap((all) =>
  Object.values<Fixture>(all),
);

/** Objects of models, and what a superuser sees of them. */
export interface World {
  plumbline: TestServices;
  admin: Identity;
  subjects: Map<string, Subject>;
  /** As lists show them, in their order, by label. */
  objects: Map<string, Shown[]>;
  /** Natural keys for URLs, by id. */
  keys: Map<unknown, string>;
}

/** Starts all services and fills them with a few objects of every model, or of those of some fixtures. */
export async function makeWorld(more: Partial<Settings> = {}, of: readonly Fixture[] = fixtures): Promise<World> {
  // Of some models there are more objects than a page usually has, change records first of all.
  const plumbline = await startEveryService({ maxPageSize: 20_000, ...more });
  const admin = await signedIn(plumbline, superuser.apiToken);
  const subjects = new Map<string, Subject>();
  for (const fixture of of) {
    const subject = subjectOf(
      fixture,
      () => plumbline,
      () => admin,
    );
    subjects.set(fixture.model.label, subject);
    await makeFixture(subject);
    if (!fixture.writes) continue;
    expectStatus(await subject.request('POST', subject.path, Array.from({ length: 4 }, subject.fresh)), 201);
    if (fixture.protector) await aProtector(subject);
  }
  const note = subjects.get('extras.note');
  if (note) await aSecondWriter(plumbline, admin, note);
  return { plumbline, admin, subjects, objects: new Map(), keys: new Map() };
}

/** Writes a note, so that not everything was written by the same person. */
async function aSecondWriter(
  plumbline: TestServices,
  admin: Identity,
  { request, path, fresh }: Subject,
): Promise<void> {
  const as = await aUser(plumbline, admin, [{ object_types: ['extras.note'], actions: ['add'] }]);
  expectStatus(await request('POST', path, fresh(), { as }), 201);
}

/** Something in another service, or here, that refers to the minimal object. */
async function aProtector({ fixture, made, request }: Subject): Promise<void> {
  const [path, body] = fixture.protector!;
  expectStatus(await request('POST', `/api/${path}/`, typeof body === 'function' ? body(made) : body), 201);
}

/** Looks at everything once more; to be called when nothing will be made any more. */
export async function lookAround(world: World): Promise<void> {
  for (const [label, subject] of world.subjects) {
    const { model, request, path } = subject;
    const list: Shown[] = expectStatus(await request('GET', `${path}?limit=0`), 200).body.results;
    world.objects.set(label, list);
    if (model.naturalKey.length === 0 || model.naturalKey.includes('id')) continue;
    for (const { id } of some(list)) world.keys.set(id, encodeURIComponent(encodeKey(await keyOf(subject, model, id))));
  }
}

/** A few of many, from both ends. */
export const some = <T>(items: T[], most = 4): T[] =>
  items.length <= most ? items : [...items.slice(0, most / 2), ...items.slice(-most / 2)];
