import type { Bus } from '@plumbline/bus';
import type { GatewayRequest, Grants } from '@plumbline/http';

/** What the caller may do, by content type and action; undefined where that is everything. */
export async function grantsOf(bus: Bus, gatewayRequest: GatewayRequest): Promise<Grants | undefined> {
  const { userId, isSuperuser } = gatewayRequest.identity;
  if (isSuperuser) return undefined;
  gatewayRequest.cost.bus += 1;
  return bus.request<Grants>({ app: 'users', model: 'identity', verb: 'permissions' }, { userId }, gatewayRequest);
}
