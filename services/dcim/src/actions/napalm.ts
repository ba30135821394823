import { type Action, type ActionHandler, apiSchema, select, type UnitOfWork, viewerOf } from '@plumbline/engine';
import { Problem } from '@plumbline/http';
import { type Row, where } from '@plumbline/model';
import { Device } from '../models';

const notDoneHere =
  'NAPALM is not installed: Plumbline does not connect to devices. Ask the device itself, and keep here what it should be.';

/** What keeps a device from being asked, in the order in which the contract looks for it; the last holds for all of them. */
async function obstacle(work: UnitOfWork, { name, platform, primary_ip4, primary_ip6 }: Row): Promise<string> {
  if (platform === null) return 'No platform is configured for this device.';
  const values = ['name', 'napalm_driver'];
  const [system] = await select(work, 'dcim.platform', where('id', 'exact', platform), { values, ...viewerOf(work) });
  // Of one that the caller may not view nothing is told.
  if (system && !system.napalm_driver)
    return `No NAPALM driver is configured for this device's platform: ${system.name}.`;
  if (!name && !primary_ip4 && !primary_ip6)
    return 'This device has neither a primary IP address nor a name to look up.';
  return notDoneHere;
}

const refuse: ActionHandler = async ({ work, row }) => {
  throw new Problem(503, { detail: await obstacle(work, row!) });
};

/** The contract has an endpoint that logs in to a device; this program never does. */
export const napalm: Action = {
  model: Device,
  name: 'napalm',
  methods: { GET: refuse },
  describe: {
    GET: {
      description:
        'Not offered: no connections are made to devices. Answers what else would keep this one from being asked.',
      responses: { 200: apiSchema.named('DeviceNAPALM'), 503: apiSchema.objectOf({ detail: { type: 'string' } }) },
      schemas: {
        DeviceNAPALM: {
          ...apiSchema.objectOf({ method: { type: 'string' } }),
          description: 'Never answered with; clients of the contract know its name.',
        },
      },
    },
  },
};
