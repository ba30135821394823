import { type Site, startSite, unique } from './site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.stop());

const aRack = () =>
  site.make('dcim/racks', { name: unique('rack'), location: site.location.id, status: 'Active', u_height: 42 });

describe('reservations of a rack', () => {
  let user: string;
  beforeAll(async () => {
    ({ id: user } = await site.make('users/users', { username: 'planner', password: 'plans a lot' }));
  });
  const reserve = (body: unknown) => site.send('POST', 'dcim/rack-reservations/', body);

  it('say everything that is wrong with a number, in one list', async () => {
    const rack = await aRack();
    const refused = async (units: unknown) => (await reserve({ rack: rack.id, units, user, description: 'x' })).body;
    expect(await refused([-1])).toEqual({ units: [expect.any(String), 'Invalid unit(s) for 42U rack: -1'] });
    expect(await refused([1, 40000])).toEqual({ units: [expect.any(String), 'Invalid unit(s) for 42U rack: 40000'] });
    expect(await refused([1.5])).toEqual({ units: [expect.any(String)] });
  });

  it('are made one after another in one request', async () => {
    const rack = await aRack();
    const one = (...units: number[]) => ({ rack: rack.id, units, user, description: 'x' });
    const overlap = await reserve([one(1), one(2, 3), one(3, 4)]);
    expect(overlap.status).toBe(400);
    expect(overlap.body).toEqual([{}, {}, { units: ['The following units have already been reserved: 3'] }]);
    const made = (await reserve([one(1), one(2, 3)])).body;
    const swap = (second: number[]) =>
      site.send('PATCH', 'dcim/rack-reservations/', [
        { id: made[0].id, units: [5, 5] },
        { id: made[1].id, units: second },
      ]);
    expect((await swap([5])).status).toBe(400);
    expect((await swap([1])).status).toBe(200);
  });
});
