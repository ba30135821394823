import type { ChangeOrigin } from '@plumbline/http';
import type { ChangeRecord } from '../core/changeRecord';
import type { UnitOfWork } from '../core/engine';
import { system } from '../core/scope';

/** Changes request by request, with work that is done as part of the same request, in the name of whoever made it. */
export function byRequest(work: UnitOfWork, changes: ChangeRecord[]): [own: UnitOfWork, changes: ChangeRecord[]][] {
  const requests = new Map<string, ChangeRecord[]>();
  for (const change of changes) requests.set(change.request_id, [...(requests.get(change.request_id) ?? []), change]);
  return [...requests].map(([requestId, made]) => {
    const { user_id, user_name, context = 'web', context_detail } = made[0]!;
    const identity = { ...system, userId: user_id ?? system.userId, username: user_name };
    const origin: ChangeOrigin = { context, detail: context_detail };
    return [{ ...work, scope: { ...work.scope, requestId, identity, origin } }, made];
  });
}
