import { createLog } from '@plumbline/log';
import { createInProcessBus } from '../src';
import { describeBus, fetchVlan, soon } from './contract';

const log = createLog({ name: 'test', level: 'silent' });

describeBus('the in-process bus', async () => {
  const bus = createInProcessBus({ log });
  return { open: async () => bus };
});

it('hands payloads over as they are', async () => {
  const bus = createInProcessBus({ log });
  const payload = { ids: [1] };
  await bus.serve('ipam', async (given) => given);
  expect(await bus.request(fetchVlan, payload, soon())).toBe(payload);
  await bus.close();
});
