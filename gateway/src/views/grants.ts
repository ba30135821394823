import type { Bus } from '@plumbline/bus';
import type { GatewayRequest, Grants, Profile } from '@plumbline/http';

/** What the caller may do, by content type and action; undefined where that is everything. */
export async function grantsOf(bus: Bus, gatewayRequest: GatewayRequest): Promise<Grants | undefined> {
  const { userId, isSuperuser } = gatewayRequest.identity;
  if (isSuperuser) return undefined;
  gatewayRequest.cost.bus += 1;
  return bus.request<Grants>({ app: 'users', model: 'identity', verb: 'permissions' }, { userId }, gatewayRequest);
}

/** Whether the caller is of the staff; superusers count as such. */
export async function isStaff(bus: Bus, gatewayRequest: GatewayRequest): Promise<boolean> {
  if (gatewayRequest.identity.isSuperuser) return true;
  gatewayRequest.cost.bus += 1;
  const profile = { app: 'users', model: 'identity', verb: 'profile' } as const;
  return (await bus.request<Profile>(profile, {}, gatewayRequest)).is_staff;
}
