import { mostFull, readShare, shareParameter } from '@plumbline/domain';
import { amongPermitted, apiSchema, type View } from '@plumbline/engine';
import { PowerFeed } from '../models';
import { loadOf } from '../sql/loadOf';

const { listOf, named, objectOf } = apiSchema;
const watts = (description: string): apiSchema.PlainSchema => ({ type: 'integer', description });

/** Which power feeds are near what may be drawn of them: an endpoint of our own. */
export const powerUtilization: View = {
  name: 'dcim_power_utilization',
  // Said so that the index of the application, which the contract fixes, does not list it.
  path: '/api/dcim/power-utilization/',
  title: 'Power Utilization',
  methods: {
    GET: async ({ work, query }) => {
      const atLeast = readShare(query) ?? 0;
      const body = await amongPermitted(work, PowerFeed, 'view', 'feed', (queryable, among) =>
        loadOf(queryable, { among, atLeast, limit: mostFull }),
      );
      return { status: 200, body };
    },
  },
  describe: {
    GET: {
      verb: 'list',
      description: 'Show how much of the power of feeds is set aside, the fullest first, of those that you may view.',
      parameters: [shareParameter('fullest feeds')],
      responses: { 200: listOf(named('PowerUtilization')) },
      schemas: {
        PowerUtilization: objectOf({
          id: { type: 'string', format: 'uuid' },
          name: { type: 'string' },
          utilization: {
            type: 'number',
            description: 'From 0; more than 1 where more is set aside than may be drawn.',
          },
          allocated_power: watts('Watts that what hangs on the feed sets aside.'),
          available_power: watts('Watts that may be drawn.'),
        }),
      },
    },
  },
};
