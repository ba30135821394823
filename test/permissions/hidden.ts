import { manyName } from '@plumbline/graphql';
import { manifestOf } from '@plumbline/model';
import type { TestAnswer } from '@plumbline/testkit';
import { ownServices } from '../../program/src/start/services';
import { hiddenWords } from './hiddenWords';
import { surfaces } from './surfaces';
import { type ViewerKind, viewerOf } from './viewers';
import { fixtures, lookAround, makeWorld, type Shown, some, type World } from './world';

/** How much is gone through. */
export interface HiddenExtent {
  kinds: ViewerKind[];
  /** Which models, by their place among the fixtures. */
  takes: (label: string, place: number) => boolean;
  /** Objects of each model that are looked at. */
  objects: number;
}

/** What somebody looks at to learn of objects they may not view: method, address and body of requests. */
type Look = [method: string, url: string, body?: unknown, accept?: string];

/**
 * Every model × kind of user where related objects are hidden: no surface tells a word of an object that may not be
 * viewed, and everybody may do what they may do otherwise.
 */
export function hiddenMatrix({ kinds, takes, objects: most }: HiddenExtent): void {
  jest.setTimeout(600_000);
  let world: World;
  beforeAll(async () => {
    world = await makeWorld({ hideRelated: true });
    await lookAround(world);
  });
  afterAll(() => world?.plumbline.stop());

  test.each(fixtures.map(({ model }) => model.label).filter(takes))('%s', async (label) => {
    const subject = world.subjects.get(label)!;
    const told: string[] = [];
    for (const kind of kinds) {
      const viewer = await viewerOf(world, subject, kind);
      if (!viewer) continue;
      const find = hiddenWords(world, label, viewer);
      const objects = world.objects.get(label)!;
      const visible = some(objects.filter(viewer.extendsTo), most);
      const hidden = some(
        objects.filter((object) => !viewer.extendsTo(object)),
        most,
      );
      for (const look of [
        ...looksAtLists(world, label),
        ...[...visible, ...hidden].flatMap((one) => [...looksAt(world, label, one)]),
      ]) {
        const [method, url, body, accept] = look;
        const answer: TestAnswer = await subject.request(method, url, body, {
          as: viewer.identity,
          ...(accept ? { headers: { accept } } : {}),
        });
        const words = find(answer.text).filter((word) => !JSON.stringify([url, body]).includes(word));
        if (answer.status >= 500 && answer.status !== 501 && answer.status !== 503)
          told.push(`${kind}: ${method} ${url}: ${answer.status}`);
        if (words.length > 0)
          told.push(
            `${kind}: ${method} ${url} ${body ? JSON.stringify(body).slice(0, 300) : ''}: ${words.slice(0, 5).join(', ')}`,
          );
      }
      const outlook = { world, subject, viewer, visible, hidden };
      for (const name of ['verbs', 'bulk', 'notes', 'actions'])
        try {
          await surfaces(0)[name]!(outlook);
        } catch (error) {
          throw new Error(`${kind}: ${name}: ${(error as Error).message}`, { cause: error });
        }
    }
    expect(told).toEqual([]);
  });
}

const everything = 'include=computed_fields,relationships,config_context';

function* looksAtLists({ subjects }: World, label: string): Generator<Look> {
  const { path, model, fixture, fresh } = subjects.get(label)!;
  yield ['GET', `${path}?limit=20&${everything}`];
  yield ['GET', `${path}?limit=5&depth=1`];
  yield ['GET', `${path}?limit=5&depth=3`];
  yield ['GET', `${path}?limit=20`, undefined, 'text/csv'];
  yield ['OPTIONS', path];
  if (fixture.writes) yield ['POST', `${path}?dry_run=true`, fresh()];
  const manifest = manifestOf(model);
  if (!manifest.outline) return;
  const nested = (more: string) => `{ id display ${more} }`;
  const fields = Object.entries(manifest.outline.fields).map(([name, field]) => {
    if (field.is === 'value' || field.is === 'choice') return name;
    if (field.is === 'one' || field.is === 'several') return `${name} ${nested('')}`;
    return '';
  });
  yield ['POST', '/api/graphql/', { query: `{ ${manyName(manifest)}(limit: 20) { display ${fields.join(' ')} } }` }];
}

function* looksAt({ subjects, keys }: World, label: string, object: Shown): Generator<Look> {
  const subject = subjects.get(label)!;
  const { model, path } = subject;
  const url = subject.detail(object);
  yield ['GET', `${url}?${everything}`];
  yield ['GET', `${url}?depth=2`];
  yield ['GET', url, undefined, 'text/csv'];
  if (keys.has(object.id)) yield ['GET', `${path}${keys.get(object.id)}/`];
  if (model.methods.includes('PATCH')) yield ['PATCH', `${url}?dry_run=true`, {}];
  if (model.methods.includes('DELETE')) yield ['DELETE', `${url}?dry_run=true`];
  if (model.abilities.notes) yield ['GET', `${url}notes/`];
  const { actions = [] } = ownServices.of(model.app);
  for (const { name, model: of, methods } of actions)
    if (of === model && methods.GET) {
      yield ['GET', `${url}${name}/`];
      if (name === 'elevation') yield ['GET', `${url}${name}/?render=svg`];
    }
}
