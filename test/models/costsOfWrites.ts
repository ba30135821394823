import { expectStatus, type Subject, settled, type TestAnswer } from '@plumbline/testkit';

/** How many objects are written in one request: one by itself, and a list. */
const sizes = [1, 10] as const;

const costOf = ({ cost: { sql, bus } }: TestAnswer): string => `${sql} sql, ${bus} bus`;

/**
 * What it takes to make, change and delete objects of a model, as it is reviewed: statements on the service's own database
 * and questions to other services until the answer, by what is asked for.
 */
export async function costsOfWrites(subject: Subject): Promise<Record<string, string>> {
  const { path, request, detail, fresh } = subject;
  const { change } = subject.fixture.writes!;
  const costs: Record<string, string> = {};
  for (const size of sizes) {
    const one = size === 1;
    const make = async () =>
      expectStatus(await request('POST', path, one ? fresh() : Array.from({ length: size }, fresh)), 201);
    const made = async (): Promise<{ id: unknown }[]> => [(await make()).body].flat();
    const ids = (objects: { id: unknown }[]) => objects.map(({ id }) => ({ id }));
    const where = (objects: { id: unknown }[]) => (one ? detail(objects[0]!) : path);
    const title = (method: string) => (one ? method : `${method} ${size}`);

    costs[title('POST')] = costOf(await settled(make));
    costs[title('PATCH')] = costOf(
      await settled(async () => {
        const objects = await made();
        const body = one ? change : ids(objects).map((id) => ({ ...id, ...change }));
        return expectStatus(await request('PATCH', where(objects), body), 200);
      }),
    );
    costs[title('DELETE')] = costOf(
      await settled(async () => {
        const objects = await made();
        return expectStatus(await request('DELETE', where(objects), one ? undefined : ids(objects)), 204);
      }),
    );
  }
  return costs;
}
