import { seal } from '@plumbline/engine';
import { readAllowed } from '@plumbline/outgoing';
import { testSettings } from '@plumbline/testkit';
import { createAgentPool } from '../src/webhooks/agentPool';
import type { Claimed, Hook } from '../src/webhooks/claimDeliveries';
import { deliver } from '../src/webhooks/deliver';

it('no wait between two tries of a delivery is longer than settings allow, and none is far shorter', async () => {
  const webhooks = { ...testSettings().webhooks, firstWait: 1_000, longestWait: 60_000 };
  const settings = testSettings({ webhooks });
  const hook: Hook = {
    id: '1',
    payload_url: 'http://127.0.0.1:1/',
    http_method: 'POST',
    http_content_type: 'application/json',
    additional_headers: '',
    body_template: '',
    secret: seal('', settings.secretKey),
    ssl_verification: true,
    ca_file_path: '',
  };
  const change: Claimed['change'] = {
    action: 'delete',
    time: '2026-01-01T00:00:00Z',
    user_name: 'ada',
    request_id: '1',
    changed_object_type: 'dcim.device',
    data: null,
    previous_data: null,
  };
  const delivery: Claimed = { id: '1', webhook: '1', object_id: '1', attempts: 10, claim: '1', change };
  const agents = createAgentPool(readAllowed(['127.0.0.1']));
  const stopping = new AbortController().signal;
  const waits: number[] = [];
  for (let turn = 0; turn < 40; turn++) {
    const outcome = await deliver(hook, delivery, { settings, agents, stopping });
    waits.push(outcome.result === 'again' ? outcome.wait! : Number.NaN);
  }
  agents.destroy();
  expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(48_000);
});
