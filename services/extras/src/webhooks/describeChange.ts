import { partsOfLabel, type Row } from '@plumbline/model';
import { compareStates, type Snapshots } from './snapshots';

/** An entry of the change log as far as it is told, and the state that the entry before it left behind. */
export interface LoggedChange {
  action: 'create' | 'update' | 'delete';
  time: string;
  user_name: string;
  request_id: string;
  changed_object_type: string;
  data: Row | null;
  previous_data: Row | null;
}

/** What templates of a webhook know, and what is told when there is none. */
export interface ChangeDescription {
  event: string;
  timestamp: string;
  model: string;
  username: string;
  request_id: string;
  data: Row | null;
  snapshots: Snapshots;
}

const events = { create: 'created', update: 'updated', delete: 'deleted' };

/** Says what an entry of the change log means to somebody who was not there. */
export function describeChange(change: LoggedChange): ChangeDescription {
  const { action, data, previous_data } = change;
  return {
    event: events[action],
    timestamp: timestampOf(change.time),
    model: partsOfLabel(change.changed_object_type).model,
    username: change.user_name,
    request_id: change.request_id,
    data,
    snapshots: compareStates(action === 'create' ? null : previous_data, action === 'delete' ? null : data),
  };
}

/** `2026-01-01 00:00:00.000000+00:00`, as receivers made for this contract read it. */
function timestampOf(time: string): string {
  const [, day, clock, fraction = ''] = /^(.+)T(.+?)(?:\.(\d+))?Z$/.exec(time)!;
  return `${day} ${clock}.${fraction.padEnd(6, '0')}+00:00`;
}
