import {
  type Action,
  type ActionHandler,
  apiSchema,
  ask,
  type ComposedReply,
  pageText,
  readPage,
} from '@plumbline/engine';
import { DynamicGroup } from '../models';
import { compositionOf } from './composition';

const { listOf, objectOf, orNull } = apiSchema;

/**
 * Whoever keeps the members finds and shows them; the caller sees those that the list of the members would show, too.
 */
const list: ActionHandler = async ({ work, row, query }) => {
  const { base, identity } = work.scope;
  const page = readPage(query, work.engine.settings);
  const [app, model] = String(row!.content_type).split('.') as [string, string];
  const { count, results } = await ask<ComposedReply>(work, app, model, 'composed', {
    sets: await compositionOf(work.sql, String(row!.id)),
    limit: page.limit ?? null,
    offset: page.offset,
    base,
    ...(identity.isSuperuser ? {} : { viewer: { ...identity } }),
  });
  const address = `${base}/api/extras/${DynamicGroup.endpoint}/${row!.id}/members/`;
  return { status: 200, body: pageText(address, query, page, count, results) };
};

const whole: apiSchema.PlainSchema = { type: 'integer' };
const address = orNull({ type: 'string', format: 'uri' });

/** The objects in a dynamic group, a page at a time. */
export const groupMembers: Action = {
  model: DynamicGroup,
  name: 'members',
  methods: { GET: list },
  describe: {
    GET: {
      verb: 'retrieve',
      description: 'List the members of a dynamic group: objects of the kind that it names.',
      parameters: [
        { name: 'limit', in: 'query', description: 'Most members to list; a page when absent.', schema: whole },
        { name: 'offset', in: 'query', description: 'Members to pass over.', schema: whole },
      ],
      responses: {
        200: objectOf({ count: whole, next: address, previous: address, results: listOf({ type: 'object' }) }),
      },
    },
  },
};
