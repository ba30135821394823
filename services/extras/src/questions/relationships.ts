import { linkRequest, type Question, settleLinksRequest } from '@plumbline/engine';
import { keepLinks, linkObjects } from '../relationships/link';
import { reconsider } from '../relationships/reconsider';

/**
 * What the services ask when objects are written with their relationships. That the caller may write them, they have
 * made sure of.
 */
export const relationshipQuestions: Record<string, Question> = {
  /** Links objects as their writer wants it, until further notice; answers what stands in the way. */
  'relationship.link': (work, payload) => linkObjects(work, linkRequest.parse(payload)),
  /** The objects are written: the links stay. */
  'relationship.keep': async (work, payload) => {
    await keepLinks(work, settleLinksRequest.parse(payload));
    return null;
  },
  /** The objects may not have been written: looks, and undoes the links if so. */
  'relationship.reconsider': async (work, payload) => {
    await reconsider(work, settleLinksRequest.parse(payload));
    return null;
  },
};
