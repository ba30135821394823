import { mostFull, readShare, shareParameter } from '@plumbline/domain';
import { amongPermitted, apiSchema, type View } from '@plumbline/engine';
import { allValues, problems, type Query } from '@plumbline/http';
import { readUuid } from '@plumbline/model';
import { Prefix } from '../models';
import { fullest, utilizationOf } from '../sql/utilizationOf';

/** Prefixes that one request names; an address of a request has no room for more. */
const most = 100;

const { listOf, named, objectOf } = apiSchema;
const integer: apiSchema.PlainSchema = { type: 'integer' };
const uuid: apiSchema.PlainSchema = { type: 'string', format: 'uuid' };

/** How full prefixes are: many in one question, so that a level of their tree needs no question for each. */
export const prefixUtilization: View = {
  name: 'ipam_prefix_utilization',
  // Said so that the index of the application, which the contract fixes, does not list it.
  path: '/api/ipam/prefix-utilization/',
  title: 'Prefix Utilization',
  methods: {
    GET: async ({ work, query }) => {
      const atLeast = readShare(query);
      if (atLeast !== undefined) {
        const body = await amongPermitted(work, Prefix, 'view', 'p', (queryable, among) =>
          fullest(queryable, { among, atLeast, limit: mostFull }),
        );
        return { status: 200, body };
      }
      const [ids, parents] = [readIds(query, 'id'), readIds(query, 'parent')];
      const namespaces = allValues(query, 'namespace').map((named) => readUuid(named) ?? named);
      if (namespaces.some((named) => named.includes('\0')))
        throw problems.field('namespace', 'Null characters are not allowed.');
      const { maxPageSize } = work.engine.settings;
      const body = await amongPermitted(work, Prefix, 'view', 'p', (queryable, among) =>
        utilizationOf(queryable, { among, ids, parents, namespaces, limit: maxPageSize || undefined }),
      );
      return { status: 200, body };
    },
  },
  describe: {
    GET: {
      verb: 'list',
      description: 'Show how full prefixes are, those of them that you may view.',
      parameters: [
        {
          name: 'id',
          in: 'query',
          description: `Prefixes, at most ${most} of them.`,
          schema: listOf(uuid),
          explode: true,
          style: 'form',
        },
        {
          name: 'parent',
          in: 'query',
          description:
            'Those directly in these prefixes; `null`: those that are in none. Together as many as a page has at most, the first ones.',
          schema: listOf({ type: 'string' }),
          explode: true,
          style: 'form',
        },
        {
          name: 'namespace',
          in: 'query',
          description: 'Of those in `parent`, only those in these namespaces, by id or name.',
          schema: listOf({ type: 'string' }),
          explode: true,
          style: 'form',
        },
        shareParameter('fullest prefixes, in the place of those named, with room for more than 8 addresses'),
      ],
      responses: { 200: listOf(named('PrefixUtilization')) },
      schemas: {
        PrefixUtilization: objectOf(
          {
            id: uuid,
            utilization: {
              type: 'number',
              description:
                'From 0 to 1: the space of the prefixes directly inside and the addresses beside them, of all there is for them.',
            },
            prefix_count: { ...integer, description: 'Prefixes directly inside.' },
            ip_address_count: { ...integer, description: 'Addresses in it and in none of the prefixes inside.' },
          },
          ['id', 'utilization'],
        ),
      },
    },
  },
};

/** The ids of a parameter. Throws a 400 for what is none, and for more than there is room for. */
function readIds(query: Query, name: 'id' | 'parent'): string[] {
  const asked = allValues(query, name);
  if (asked.length > most) throw problems.field(name, `No more than ${most} at once.`);
  return asked.map((text) => {
    const read = name === 'parent' && text === 'null' ? text : readUuid(text);
    if (read === undefined) throw problems.field(name, `${JSON.stringify(text.slice(0, 100))} is not an id.`);
    return read;
  });
}
