import { expectFlat } from '../expectFlat';
import type { TestAnswer } from '../send';
import { settled } from '../settled';
import { expectStatus, type Subject } from './subject';

/** Numbers of objects whose costs are compared: the first few of a page may have no relations to follow. */
const sizes = { page: [8, 24], list: [2, 24] };
const largest = Math.max(...sizes.page);

/** A page, and a write, of many objects costs as many statements and calls as one of few; where answers tell what they cost. */
export function testCost(subject: Subject, tellsCost: () => boolean): void {
  const { path, request } = subject;
  const change = subject.fixture.writes!.change;
  const costs = async <Cost>(compared: number[], costOf: (size: number) => Promise<Cost>): Promise<Cost[]> => {
    const found = [];
    for (const size of compared) found.push(await costOf(size));
    return found;
  };

  const page = async (ids: unknown[], depth: number): Promise<TestAnswer> =>
    expectStatus(await request('GET', `${path}?limit=0&depth=${depth}${ids.map((id) => `&id=${id}`).join('')}`), 200);
  /** Objects that are all alike: those of a page cost what kinds of relations they have. */
  let alike: unknown[] | undefined;
  const alikes = async (): Promise<unknown[]> => {
    if (alike) return alike;
    const answer = expectStatus(await request('POST', path, Array.from({ length: largest }, subject.fresh)), 201);
    alike = answer.body.map(({ id }: { id: unknown }) => id) as unknown[];
    return alike;
  };

  test.each([0, 1, 2])('a page at depth %i', async (depth) => {
    if (!tellsCost()) return;
    const ids = await alikes();
    const pageOf = (size: number) => settled(() => page(ids.slice(0, size), depth));
    const [some, many] = await costs(sizes.page, async (size) => (await pageOf(size)).cost);
    expect(many).toEqual(some);
  });

  test('a list that is made, changed and deleted', async () => {
    if (!tellsCost()) return;
    await expectFlat(() => costs(sizes.list, comeAndGo));
  });

  /** What it costs to make, change and delete so many objects. */
  const comeAndGo = async (size: number): Promise<object> => {
    const made = expectStatus(await request('POST', path, Array.from({ length: size }, subject.fresh)), 201);
    const ids: { id: unknown }[] = made.body.map(({ id }: { id: unknown }) => ({ id }));
    const changes = ids.map((id) => ({ ...id, ...change }));
    const changed = expectStatus(await request('PATCH', path, changes), 200);
    const deleted = expectStatus(await request('DELETE', path, ids), 204);
    return { made: made.cost, changed: changed.cost, deleted: deleted.cost };
  };
}
