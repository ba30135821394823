import { changes, type Effect } from '@plumbline/model';

const ends = ['ip_address', 'interface', 'vm_interface'];

/** An assignment that comes to be about something else leaves what it was about: its followers hear of that as well. */
export const announceLeftAddresses: Effect = async (candidates, { emit }) => {
  const changed = candidates.filter((one) => one.before && ends.some((end) => changes(one, end)));
  await emit(
    'ipam.ipaddresstointerface',
    changed.map(({ before }) => ({ id: String(before!.id), data: before! })),
  );
};
