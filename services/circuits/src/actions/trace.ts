import type { CableTraceRequest } from '@plumbline/domain';
import { type Action, type ActionHandler, apiSchema, ask, viewerOf } from '@plumbline/engine';
import { CircuitTermination } from '../models';

/** The cable path, which dcim knows; from an end that no cable is plugged into there is none. */
const follow: ActionHandler = async ({ work, row }) => {
  if (row!.cable === null) return { status: 200, body: [] };
  const { base } = work.scope;
  const request: CableTraceRequest = {
    type: CircuitTermination.label,
    id: String(row!.id),
    base,
    ...viewerOf(work),
  };
  return { status: 200, body: await ask(work, 'dcim', 'cablepath', 'trace', request) };
};

/** Where the cable at an end of a circuit leads. */
export const trace: Action = {
  model: CircuitTermination,
  name: 'trace',
  methods: { GET: follow },
  describe: {
    GET: {
      description: 'Follow the cables from this end: near end, cable and far end of each.',
      responses: { 200: apiSchema.listOf(apiSchema.listOf(apiSchema.orNull(apiSchema.anyObject))) },
    },
  },
};
