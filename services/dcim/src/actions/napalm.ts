import { type Action, type ActionHandler, apiSchema, select } from '@plumbline/engine';
import { problems } from '@plumbline/http';
import { where } from '@plumbline/model';
import { Device, Platform } from '../models';

/** The contract has an endpoint that logs in to a device; this program never does, and says what else would be missing. */
const refuse: ActionHandler = async ({ work, row }) => {
  const { platform, primary_ip4, primary_ip6, name } = row!;
  const [found] = platform
    ? await select(work, Platform.label, where('id', 'exact', platform), { values: ['napalm_driver'] })
    : [];
  if (!found) throw problems.impossible('The device has no platform.');
  if (!found.napalm_driver) throw problems.impossible('The platform of the device has no NAPALM driver.');
  if (!primary_ip4 && !primary_ip6 && !name)
    throw problems.impossible('The device has neither a primary address nor a name.');
  throw problems.impossible('NAPALM is not installed: Plumbline does not connect to devices.');
};

export const napalm: Action = {
  model: Device,
  name: 'napalm',
  methods: { GET: refuse },
  describe: {
    GET: {
      description: 'Not offered: no connections are made to devices.',
      responses: { 503: apiSchema.objectOf({ detail: { type: 'string' } }) },
    },
  },
};
