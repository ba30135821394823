import { startWorld, type World } from './world';

let world: World;
beforeAll(async () => {
  world = await startWorld({ settings: { readReplicas: { urls: {}, lag: 1_000, pause: 2_000 } } });
});
afterAll(() => world.stop());

/** How old what is read may be, as the service is told. */
async function mayBeOld(): Promise<number | undefined> {
  expect((await world.ask('/api/users/tokens/')).status).toBe(200);
  return world.received.at(-1)!.gatewayRequest.mayBeOld;
}

describe('whoever changes something', () => {
  it.each([
    ['on a page about their account', '/user/sessions/', { revoke_others: true }, 204],
    ['through the API', '/api/users/users/', {}, 200],
  ])('%s is shown at once what is true now', async (_where, path, body, status) => {
    while ((await mayBeOld()) === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
    const headers = { 'content-type': 'application/json' };
    expect((await world.ask(path, { method: 'POST', headers, body: JSON.stringify(body) })).status).toBe(status);
    expect(await mayBeOld()).toBeUndefined();
  });
});
