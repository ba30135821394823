import { contentTypeNames, contentTypes } from '@plumbline/domain';
import { startTestServices, type TestServices } from '@plumbline/testkit';
import { tenancyService } from '../src';

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startTestServices([tenancyService], {}, { contentTypes, contentTypeNames });
});
afterAll(() => plumbline?.stop());

const url = '/api/tenancy/tenants/';
let serial = 0;
const make = async (description: string, query = ''): Promise<string> =>
  (await plumbline.request('POST', url + query, { name: `t${serial++}`, description })).body.id;
/** A page too short for its length to tell how many there are. */
const list = (description: string) => plumbline.request('GET', `${url}?limit=1&description=${description}`);
const count = async (description: string): Promise<number> => (await list(description)).body.count;

describe('The count of a filtered list', () => {
  it('is right after each change, whoever counted before', async () => {
    const ids: string[] = [];
    for (let round = 1; round <= 5; round++) {
      ids.push(await make('blue'));
      expect(await count('blue')).toBe(round);
      expect(await count('blue')).toBe(round);
    }
    await plumbline.request('PATCH', `${url}${ids[0]}/`, { description: 'red' });
    expect([await count('blue'), await count('red')]).toEqual([4, 1]);
    await plumbline.request(
      'PATCH',
      url,
      ids.slice(1, 3).map((id) => ({ id, description: 'red' })),
    );
    expect([await count('blue'), await count('red')]).toEqual([2, 3]);
    await plumbline.request('DELETE', `${url}${ids[0]}/`);
    expect([await count('blue'), await count('red')]).toEqual([2, 2]);
  });

  it('is not remembered from a rehearsal', async () => {
    await make('green');
    expect(await count('green')).toBe(1);
    await make('green', '?dry_run=true');
    expect(await count('green')).toBe(1);
    await make('yellow');
    expect([await count('green'), await count('yellow')]).toEqual([1, 1]);
  });

  it('never lags behind what its reader has written, while others write', async () => {
    const writer = async (colour: string): Promise<void> => {
      for (let round = 1; round <= 15; round++) {
        const id = await make(colour);
        expect(await count(colour)).toBe(round);
        if (round % 5 === 0) {
          await plumbline.request('PATCH', `${url}${id}/`, { description: `${colour}-gone` });
          expect(await count(colour)).toBe(round - 1);
          await plumbline.request('PATCH', `${url}${id}/`, { description: colour });
        }
        expect(await count(colour)).toBe(round);
      }
    };
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(writer));
  });
});
