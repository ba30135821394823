import type { Model } from '@plumbline/model';
import { expectNothingChanged } from '@plumbline/testkit';
import { isChosen } from '../harness/chosenApplications';
import { isLong } from '../harness/long';
import { sample } from '../harness/sample';
import { reachesAbroad } from './constraints';
import { surfaces } from './surfaces';
import {
  boundedAbroad,
  boundedHere,
  kinds as everyKind,
  superuser,
  type Viewer,
  type ViewerKind,
  viewerOf,
} from './viewers';
import { fixtures, lookAround, makeWorld, type World } from './world';

/** How much of the matrix is gone through. */
export interface Extent {
  /** Filters of each model that are tried. */
  parameters: number;
}

/** In the short form without whom nearly all other suites act as, and whose view is what all others are compared with. */
const kinds = everyKind.filter((kind) => isLong || kind !== superuser);

const chosen = fixtures.filter(({ model: { app } }) => isChosen(app));
const refersTo = (from: Model, to: Model): boolean =>
  Object.values(from.fields).some(({ options }) => options.to === to.label);
/** The chosen ones, and those whose objects may decide what somebody sees of theirs. */
const concerned = fixtures.filter(({ model: one }) =>
  chosen.some(({ model: other }) => one === other || refersTo(one, other) || refersTo(other, one)),
);

/**
 * What a kind of user tries of a model: in the short form every `step`th surface, and the next kind others. Of two that follow one
 * another both are refused, or both are bounded, so that each surface is tried on each model by somebody who is, and by each kind.
 */
const surfacesOf = (parameters: number, label: string, kind: ViewerKind, step: number) =>
  sample(
    Object.entries(surfaces(parameters)),
    step,
    chosen.findIndex(({ model }) => model.label === label) + kinds.indexOf(kind),
  );

/**
 * Every model × surface × kind of user: everybody gets to see and do what their permissions extend to, and nothing
 * else. What is to be seen is worked out from what a superuser sees, without the engine.
 */
export function permissionMatrix({ parameters }: Extent): void {
  jest.setTimeout(600_000);
  let world: World;
  const viewers = new Map<string, Map<ViewerKind, Viewer | undefined>>();
  beforeAll(async () => {
    world = await makeWorld({}, concerned);
    await lookAround(world);
    for (const { model } of chosen) {
      const subject = world.subjects.get(model.label)!;
      const made = new Map<ViewerKind, Viewer | undefined>();
      for (const kind of kinds) made.set(kind, await viewerOf(world, subject, kind));
      viewers.set(model.label, made);
    }
    // The viewers are objects too.
    await lookAround(world);
  });
  afterAll(() => world?.plumbline.stop());

  describe.each(chosen.map(({ model }) => model.label))('%s', (label) => {
    test.each(kinds)('%s', async (kind) => {
      const viewer = viewers.get(label)!.get(kind);
      if (!viewer) return;
      const subject = world.subjects.get(label)!;
      const objects = world.objects.get(label)!;
      const visible = objects.filter(viewer.extendsTo);
      const hidden = objects.filter((object) => !viewer.extendsTo(object));
      // Where nobody is bounded by objects of another service, who is by those of the model tries all.
      const step = kind === boundedHere && !viewers.get(label)!.get(boundedAbroad) ? 1 : 2;
      await expectNothingChanged(subject, async () => {
        for (const [name, surface] of surfacesOf(parameters, label, kind, step))
          try {
            await surface({ world, subject, viewer, visible, hidden });
          } catch (error) {
            throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
          }
      });
    });
  });

  test('there is a user of every kind wherever the model lends itself to it', () => {
    const missing = [...viewers].flatMap(([label, made]) => {
      const several = world.objects.get(label)!.length > 1;
      return [...made].flatMap(([kind, viewer]) =>
        viewer || !several || (kind === boundedAbroad && !reachesAbroad(world, world.subjects.get(label)!))
          ? []
          : [`${label}: ${kind}`],
      );
    });
    expect(missing).toEqual([]);
  });
}
