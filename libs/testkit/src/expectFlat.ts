/** Measuring is repeated this often at most before a difference counts. */
const attempts = 6;

/**
 * Expects comparable requests about few and many objects to cost exactly the same. They are measured anew when they do
 * not: what a service remembers of others is forgotten now and then, in the midst of a comparison too. What grows with
 * the objects differs every time.
 */
export async function expectFlat(measure: () => Promise<object[]>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const costs = await measure();
    const alike = costs.map(() => costs[0]);
    if (attempt < attempts && JSON.stringify(costs) !== JSON.stringify(alike)) continue;
    expect(costs).toEqual(alike);
    return;
  }
}
