import type { ChangeOrigin } from '@plumbline/http';
import type { ChangeRecord } from '../core/changeRecord';
import type { UnitOfWork } from '../core/engine';
import { system } from '../core/scope';

/**
 * Changes request by request, with work that is done as part of the same request, in the name of whoever made it. They stay in
 * their order: requests may go by one id, as all of a job do, and those of others come in between.
 */
export function byRequest(work: UnitOfWork, changes: ChangeRecord[]): [own: UnitOfWork, changes: ChangeRecord[]][] {
  const requests: ChangeRecord[][] = [];
  for (const change of changes) {
    const made = requests.at(-1);
    if (made && isOfOne(made[0]!, change)) made.push(change);
    else requests.push([change]);
  }
  return requests.map((made) => {
    const { request_id: requestId, user_id, user_name, context = 'web', context_detail } = made[0]!;
    const identity = { ...system, userId: user_id ?? system.userId, username: user_name };
    const origin: ChangeOrigin = { context, detail: context_detail };
    return [{ ...work, scope: { ...work.scope, requestId, identity, origin } }, made];
  });
}

const isOfOne = (one: ChangeRecord, other: ChangeRecord): boolean =>
  one.request_id === other.request_id && one.user_id === other.user_id;
