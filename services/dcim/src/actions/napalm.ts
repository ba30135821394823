import { type Action, apiSchema } from '@plumbline/engine';
import { problems } from '@plumbline/http';
import { Device } from '../models';

const refusal =
  'Plumbline does not connect to devices. Ask the device itself, for example with NAPALM, and keep here what it should be.';

/** The contract has an endpoint that logs in to a device; this program never does. */
export const napalm: Action = {
  model: Device,
  name: 'napalm',
  methods: { GET: () => Promise.reject(problems.notImplemented(refusal)) },
  describe: {
    GET: {
      description: 'Not offered: no connections are made to devices.',
      responses: { 200: apiSchema.named('DeviceNAPALM'), 501: apiSchema.objectOf({ detail: { type: 'string' } }) },
      schemas: {
        DeviceNAPALM: {
          ...apiSchema.objectOf({ method: { type: 'string' } }),
          description: 'Never answered with; clients of the contract know its name.',
        },
      },
    },
  },
};
