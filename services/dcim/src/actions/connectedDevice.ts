import { allowed, apiSchema, asSeen, select, showWhole, type UnitOfWork, type View } from '@plumbline/engine';
import { JsonText, lastValue, Problem, problems } from '@plumbline/http';
import { allOf, type Label, where } from '@plumbline/model';
import { Interface } from '../models';

/** The device that something is part of; undefined where it is part of none. */
async function deviceOf(work: UnitOfWork, type: unknown, id: unknown): Promise<string | undefined> {
  if (typeof type !== 'string' || !work.engine.models.get(type)?.fields.device) return undefined;
  const [found] = await select(work, type as Label, where('id', 'exact', id), { values: ['device'] });
  return found?.device as string | undefined;
}

/** The device at the far end of the cable path from an interface that is named, with its device, in the query. */
const find: NonNullable<View['methods']['GET']> = async ({ work, query }) => {
  const [device, name] = ['peer_device', 'peer_interface'].map((parameter) => lastValue(query, parameter));
  if (!device || !name)
    throw new Problem(400, { detail: 'Request must include "peer_device" and "peer_interface" filters.' });
  const visible = await allowed(work, Interface, 'view');
  const named = allOf(where('name', 'exact', name), where('device.name', 'exact', device));
  const found = visible
    ? await select(work, Interface.label, allOf(await asSeen(work, Interface, named), visible), {
        values: ['connected_endpoint_type', 'connected_endpoint_id'],
      })
    : [];
  if (found.length !== 1) throw problems.notFound();
  const { connected_endpoint_type: type, connected_endpoint_id: id } = found[0]!;
  const peer = await deviceOf(work, type, id);
  const [shown] = peer === undefined ? [] : await showWhole(work, 'dcim.device', [peer]);
  return shown ? { status: 200, body: new JsonText(shown[1]) } : { status: 200 };
};

/** Which device is at the other end: for devices that ask who they are plugged into. */
export const connectedDevice: View = {
  name: 'connected-device',
  title: 'Connected Device Locator',
  methods: { GET: find },
  unversioned: true,
  describe: {
    GET: {
      verb: 'list',
      description: 'Find the device at the other end of the cables from an interface; nothing where none is connected.',
      parameters: ['peer_device', 'peer_interface'].map((name) => ({
        name,
        in: 'query',
        required: true,
        schema: { type: 'string' },
      })),
      responses: { 200: apiSchema.named('Device') },
    },
  },
};
