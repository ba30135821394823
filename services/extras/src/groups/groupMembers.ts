import {
  type Action,
  type ActionHandler,
  apiSchema,
  ask,
  type ComposedReply,
  type ComposedTableReply,
  inPortions,
  pageText,
  readPage,
  type UnitOfWork,
} from '@plumbline/engine';
import { tableHeaders } from '@plumbline/http';
import { partsOfLabel } from '@plumbline/model';
import { DynamicGroup } from '../models';
import { compositionOf } from './composition';

const { anyObject, listOf, objectOf, orNull } = apiSchema;

/**
 * Whoever keeps the members finds and shows them; the caller sees those that the list of the members would show, too. As
 * a table they are all of them, as lists are.
 */
const list: ActionHandler = async ({ work, row, query, wantsTable }) => {
  const { base, identity } = work.scope;
  const { app, model } = partsOfLabel(String(row!.content_type));
  const members = {
    sets: await compositionOf(work.sql, String(row!.id)),
    base,
    ...(identity.isSuperuser ? {} : { viewer: { ...identity } }),
  };
  if (wantsTable) return { status: 200, csv: await tableOf(work, app, model, members), headers: tableHeaders(model) };
  const page = readPage(query, work.engine.settings);
  const { count, results } = await ask<ComposedReply>(work, app, model, 'composed', {
    ...members,
    limit: page.limit ?? null,
    offset: page.offset,
  });
  const address = `${base}/api/extras/${DynamicGroup.endpoint}/${row!.id}/members/`;
  return { status: 200, body: pageText(address, query, page, count, results) };
};

/** A table, a portion at a time; each is asked for when the one before has been taken. */
async function tableOf(
  work: UnitOfWork,
  app: string,
  model: string,
  members: object,
): Promise<string | AsyncIterable<string>> {
  const first = await ask<ComposedTableReply>(work, app, model, 'composedTable', members);
  const beginning = first.heading + first.lines;
  if (first.rest.length === 0) return beginning;
  return inPortions(work, beginning, first.rest, async (inTime, portion) => {
    const { heading, lines } = await ask<ComposedTableReply>(inTime, app, model, 'composedTable', {
      ...members,
      portion,
    });
    // A table that goes on with other columns says something else than it seems to.
    if (heading !== first.heading) throw new Error(`the columns of ${app}.${model} changed while a table was written`);
    return lines;
  });
}

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
        200: objectOf({ count: whole, next: address, previous: address, results: listOf(anyObject) }),
      },
    },
  },
};
