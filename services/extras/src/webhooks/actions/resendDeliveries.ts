import { type Action, type ActionHandler, apiSchema, writing } from '@plumbline/engine';
import { problems } from '@plumbline/http';
import { readUuid } from '@plumbline/model';
import { Webhook } from '../../models/webhook';
import { queueAgain } from '../queueAgain';

/** Deliveries that one request queues again. */
const most = 10_000;

/** Queues deliveries again: those named, or the oldest of those that failed. */
const resend: ActionHandler = async ({ work, row, body }) => {
  const wanted = readWanted(body);
  return writing(work, async (inner) => ({
    status: 200,
    body: await queueAgain(inner, String(row!.id), wanted, most),
  }));
};

/** The ids in the body; undefined when it names none. */
function readWanted(body: unknown): string[] | undefined {
  if (body === undefined) return undefined;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw problems.field('non_field_errors', 'Invalid data. Expected a dictionary.');
  const { deliveries, ...others } = body as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw problems.field(unknown, 'There is no such field.');
  if (deliveries === undefined) return undefined;
  if (!Array.isArray(deliveries)) throw problems.field('deliveries', 'Expected a list of ids.');
  if (deliveries.length > most) throw problems.field('deliveries', `No more than ${most} at once.`);
  return deliveries.map((id) => {
    const read = typeof id === 'string' ? readUuid(id) : undefined;
    if (read === undefined) throw problems.field('deliveries', `${JSON.stringify(id)?.slice(0, 100)} is not an id.`);
    return read;
  });
}

const { listOf, objectOf } = apiSchema;

/** Sends again what a webhook could not tell, or what its receiver has lost: an endpoint of our own. */
export const resendDeliveries: Action = {
  model: Webhook,
  name: 'resend',
  methods: { POST: resend },
  permission: { POST: 'change' },
  decides: ['POST'],
  describe: {
    POST: {
      description: `Queue deliveries of the webhook again: those named, or up to ${most} of those that failed.`,
      request: objectOf({ deliveries: listOf({ type: 'string', format: 'uuid' }) }, []),
      responses: {
        200: objectOf({
          queued: { type: 'integer' },
          failed: { type: 'integer', description: 'How many that failed are left.' },
        }),
      },
    },
  },
};
