import { expectFlat, type TestServices } from '@plumbline/testkit';
import { startEveryService } from '../models/everyService';
import { Lab, type Shown } from './lab';

let plumbline: TestServices;
const lab = new Lab(() => plumbline);
beforeAll(async () => {
  plumbline = await startEveryService();
  await lab.open();
});
afterAll(() => plumbline?.stop());

test('What a location is called is changed with as many statements for one with others below it', async () => {
  const { id: location_type } = await lab.make('dcim/location-types', { name: 'Area', nestable: true });
  const area = (name: string, parent?: Shown): Promise<Shown> =>
    lab.make('dcim/locations', { name, location_type, status: 'Active', ...(parent ? { parent: parent.id } : {}) });
  const [alone, above] = [await area('alone'), await area('above')];
  const lowest = await area('lowest', await area('middle', above));
  let times = 0;
  const renamed = async ({ id }: Shown) => {
    const answer = await lab.send('PATCH', `dcim/locations/${id}/`, { name: `renamed ${times++}` });
    expect(answer.status).toBe(200);
    return answer.cost;
  };
  await expectFlat(async () => [await renamed(alone), await renamed(above)]);
  const { body } = await lab.send('GET', `dcim/locations/${lowest.id}/`);
  expect(body.display).toBe(`renamed ${times - 1} → middle → lowest`);
});
