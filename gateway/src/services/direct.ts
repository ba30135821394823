import { Problem } from '@plumbline/http';
import type { Deliver, ServiceDoor } from './service-door';

/** Calls a service of the same process; what it does not know is a 404. */
export function deliverDirectly({ handle }: Extract<ServiceDoor, { kind: 'direct' }>): Deliver {
  return (req, res, fail) =>
    handle(req, res, (error?: unknown) => fail(error ?? new Problem(404, { detail: 'Not found.' })));
}
