import type { Identity } from '@plumbline/http';
import { aUser, type Permission, type Subject } from '@plumbline/testkit';
import { type Bounds, byForeignObject, byOwnColumn } from './constraints';
import { fixtures, type Shown, type World } from './world';

/** Whose permission depends on objects of another service. */
export const boundedAbroad = 'bounded by an object of another service';

/** Whose permission depends on what the objects say of themselves. */
export const boundedHere = 'bounded by an own column';

/** Who may do everything, whatever the permissions. */
export const superuser = 'superuser';

export const kinds = [
  superuser,
  'nobody',
  'a disabled permission, and everything else',
  'everything of the model',
  boundedHere,
  boundedAbroad,
] as const;
export type ViewerKind = (typeof kinds)[number];

/** Somebody who asks for objects of a model, and what the permissions come to. */
export interface Viewer {
  identity: Identity;
  /** Whether any action on the model is permitted. */
  permitted: boolean;
  /** Whether looking is. */
  maySee: boolean;
  extendsTo: (object: Shown) => boolean;
  mayNote: boolean;
}

const actions = ['view', 'add', 'change', 'delete', 'run', 'approve'];
const always = (): boolean => true;
const never = (): boolean => false;

/** Makes a user of a kind; undefined where the model's objects do not lend themselves to it. */
export async function viewerOf(world: World, subject: Subject, kind: ViewerKind): Promise<Viewer | undefined> {
  const { model } = subject;
  const objects = world.objects.get(model.label)!;
  const grant = (permissions: Permission[]) => aUser(world.plumbline, world.admin, permissions);
  const bounded = async (bounds: Bounds | undefined): Promise<Viewer | undefined> =>
    bounds && {
      identity: await grant([{ object_types: [model.label], actions, constraints: bounds.constraint }]),
      permitted: true,
      maySee: true,
      extendsTo: (object) => model.restrict === undefined && (model.open || bounds.holds(object)),
      mayNote: false,
    };
  // Everybody sees what is open, and nobody else's of what is restricted.
  const whole = model.restrict ? never : always;
  switch (kind) {
    case superuser:
      return { identity: world.admin, permitted: true, maySee: true, extendsTo: always, mayNote: true };
    case 'nobody':
      return { identity: await grant([]), permitted: false, maySee: model.open, extendsTo: always, mayNote: false };
    case 'everything of the model': {
      const identity = await grant([{ object_types: [model.label], actions }]);
      return { identity, permitted: true, maySee: true, extendsTo: whole, mayNote: model.label === 'extras.note' };
    }
    case boundedHere:
      return bounded(byOwnColumn(subject, objects));
    case boundedAbroad:
      return bounded(byForeignObject(world, subject, objects));
    default: {
      const others = fixtures.map(({ model }) => model.label as string).filter((label) => label !== model.label);
      const identity = await grant([
        { object_types: [model.label], actions, enabled: false },
        { object_types: others, actions },
      ]);
      return {
        identity,
        permitted: false,
        maySee: model.open,
        extendsTo: always,
        mayNote: model.label !== 'extras.note',
      };
    }
  }
}
