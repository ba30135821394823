import { type BusHandler, demandAsker, type UnitOfWork } from '@plumbline/engine';
import { linkRequest, settleLinksRequest } from '@plumbline/extensions';
import { keepLinks, linkObjects } from './link';
import { reconsider } from './reconsider';

/** What becomes of writes of the service that asks. */
function settlementOf(work: UnitOfWork, payload: unknown) {
  const request = settleLinksRequest.parse(payload);
  demandAsker(work, request.app);
  return request;
}

/**
 * What the services ask when objects are written with their relationships. That the caller may write them, they have
 * made sure of.
 */
export const relationshipHandlers: Record<string, BusHandler> = {
  /** Links objects as their writer wants it, until further notice; answers what stands in the way. */
  'relationship.link': async (work, payload) => {
    const request = linkRequest.parse(payload);
    demandAsker(work, request.app, [request.label]);
    return linkObjects(work, request);
  },
  /** The objects are written: the links stay. */
  'relationship.keep': async (work, payload) => {
    await keepLinks(work, settlementOf(work, payload));
    return null;
  },
  /** The objects may not have been written: looks, and undoes the links if so. */
  'relationship.reconsider': async (work, payload) => {
    await reconsider(work, settlementOf(work, payload));
    return null;
  },
};
