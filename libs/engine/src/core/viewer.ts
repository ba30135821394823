import type { Identity } from '@plumbline/http';
import type { UnitOfWork, Viewer } from './engine';

/**
 * The same work where related objects that somebody may not view stay hidden from them; unchanged where nothing is
 * hidden. A transaction forgets it: rules look at everything.
 */
export function asViewer(work: UnitOfWork, viewer: object = work.scope.identity): UnitOfWork {
  const identity = viewer as Identity;
  if (!work.engine.settings.hideRelated || identity.isSuperuser) return work;
  return { ...work, viewer: { ...identity }, viewable: new Map() };
}

/** Who looks, as questions to other services name them; nothing where nothing is hidden. */
export const viewerOf = ({ viewer }: UnitOfWork): Viewer => (viewer ? { viewer: { ...viewer } } : {});
