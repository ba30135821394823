import { bare, defineModel, f } from '@plumbline/model';
// @boundaries-ignore the test kit is built from this package
import { startTestServices, type TestServices } from '@plumbline/testkit';
import { systemScope } from '../src/core/scope';
import { inTransaction } from '../src/core/transaction';
import { unitOfWork } from '../src/core/unitOfWork';

const Lamp = defineModel('tenancy.lamp', {
  endpoint: 'lamps',
  traits: [bare],
  fields: { name: f.text(50) },
});

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startTestServices([{ app: 'tenancy', models: [Lamp] }], { logLevel: 'silent' });
});
afterAll(() => plumbline?.stop());

const work = () => unitOfWork(plumbline.services.get('tenancy')!.engine, systemScope());

describe('a transaction that fails', () => {
  it('fails as it did, also where what it began elsewhere cannot be taken back', async () => {
    const lost = new Error('the connection was lost');
    const takenBack: string[] = [];
    const failure = await inTransaction(work(), async ({ afterRollback }) => {
      afterRollback!.push(
        async () => {
          throw new Error('nobody answers');
        },
        async () => void takenBack.push('the second'),
      );
      throw lost;
    }).catch((error) => error);
    expect(failure).toBe(lost);
    expect(takenBack).toEqual(['the second']);
  });
});
