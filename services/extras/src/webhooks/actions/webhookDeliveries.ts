import { type Action, type ActionHandler, apiSchema, pageLinks, readPage } from '@plumbline/engine';
import { allValues, problems, type Query } from '@plumbline/http';
import type { Row } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { Webhook } from '../../models/webhook';

const statuses = ['pending', 'delivered', 'failed'];
/** What may be asked for: which deliveries, and in which form they are shown. */
const parameters = ['status', 'limit', 'offset', 'format', 'api_version'];

/** Lists what a webhook told or has to tell, the newest first. */
const list: ActionHandler = async ({ work, row, query }) => {
  const { strictFiltering } = work.engine.settings;
  const unknown = [...query.keys()].filter((name) => !parameters.includes(name));
  if (strictFiltering && unknown.length > 0) throw problems.field(unknown[0]!, 'Unknown filter field');
  const page = readPage(query, work.engine.settings);
  const id = String(row!.id);
  const which = sql.fragment`d.webhook = ${id}::uuid AND d.status = ANY(${sql.array(readStatuses(query), 'text')})`;
  const counted = await work.sql.first<{ count: number }>(
    sql.unsafe`SELECT count(*)::int AS count FROM webhookdelivery d WHERE ${which}`,
  );
  const results = await work.sql.rows<Row>(sql.unsafe`
    SELECT d.id, d.status, d.action, d.label AS object_type, d.object_id, d.change AS object_change, d.attempts, d.created,
      d.attempted AS last_attempt, CASE WHEN d.status = 'pending' THEN lane.due END AS next_attempt, d.finished,
      d.answer_status, d.problem
    FROM webhookdelivery d LEFT JOIN webhooklane lane ON lane.webhook = d.webhook AND lane.object_id = d.object_id
    WHERE ${which} ORDER BY d.sequence DESC LIMIT ${page.limit ?? null} OFFSET ${page.offset}`);
  const count = counted!.count;
  const address = `${work.scope.base}/api/extras/webhooks/${id}/deliveries/`;
  return { status: 200, body: { count, ...pageLinks(address, query, page, count), results } };
};

function readStatuses(query: Query): string[] {
  const asked = allValues(query, 'status');
  const unknown = asked.find((status) => !statuses.includes(status));
  if (unknown !== undefined)
    throw problems.field('status', `Select a valid choice. ${unknown} is not one of the available choices.`);
  return asked.length > 0 ? [...asked] : statuses;
}

const { listOf, named, objectOf, orNull } = apiSchema;
const uuid: apiSchema.PlainSchema = { type: 'string', format: 'uuid' };
const moment: apiSchema.PlainSchema = { type: 'string', format: 'date-time' };
const integer: apiSchema.PlainSchema = { type: 'integer' };
const inQuery = (name: string, description: string, schema: object) => ({ name, in: 'query', description, schema });

/** What a webhook told or has to tell: an endpoint of our own. */
export const webhookDeliveries: Action = {
  model: Webhook,
  name: 'deliveries',
  methods: { GET: list },
  describe: {
    GET: {
      verb: 'list',
      description: 'List what the webhook told or has to tell, the newest first.',
      parameters: [
        {
          ...inQuery('status', 'Only those.', listOf({ type: 'string', enum: statuses })),
          explode: true,
          style: 'form',
        },
        inQuery('limit', 'Most to list.', integer),
        inQuery('offset', 'How many to pass over.', integer),
      ],
      responses: {
        200: objectOf({
          count: integer,
          next: orNull({ type: 'string', format: 'uri' }),
          previous: orNull({ type: 'string', format: 'uri' }),
          results: listOf(named('WebhookDelivery')),
        }),
      },
      schemas: {
        WebhookDelivery: objectOf({
          id: { ...uuid, description: 'Also in the header X-Plumbline-Delivery, the same for every try.' },
          status: { type: 'string', enum: statuses },
          action: { type: 'string', enum: ['create', 'update', 'delete'] },
          object_type: { type: 'string' },
          object_id: uuid,
          object_change: { ...uuid, description: 'The entry of the change log.' },
          attempts: integer,
          created: moment,
          last_attempt: orNull(moment),
          next_attempt: orNull({ ...moment, description: 'When the object is gone on with.' }),
          finished: orNull(moment),
          answer_status: orNull({ ...integer, description: 'What the receiver answered last.' }),
          problem: { type: 'string', description: 'Why the last try came to nothing.' },
        }),
      },
    },
  },
};
