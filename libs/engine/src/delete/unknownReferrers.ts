import { Problem } from '@plumbline/http';
import { toDeleteFrom } from '../core/deletions/toDelete';
import type { UnitOfWork } from '../core/engine';
import { ask } from '../core/messages/ask';
import type { Protector, ProtectorsRequest } from '../core/messages/messages';
import { hasTold, knowEverybody, learnOf } from '../core/messages/neighbours';
import { inTransaction } from '../core/transactions/transaction';
import { waitingForReferrers } from '../write/locks/targetLocks';
import { referrersUnknownToRelease, unaskedByRelease } from '../write/references/foreignReferrers';
import { findInTheWay } from './plan';

type Objects = ProtectorsRequest['toDelete'];

/**
 * Asks, in the place of an owner of a release that says no version, those who refer to what goes and that it does not know to: what they
 * say stands in the way (docs/adr/0098-others-ask-for-a-release-that-does-not-know.md). The owner has marked it, so nobody begins to refer to it.
 */
export async function askUnknownReferrers(work: UnitOfWork, toDelete: Objects): Promise<Protector[]> {
  const { engine, scope } = work;
  if (!scope.isUnversioned) return [];
  const labels = Object.keys(toDelete).filter((label) => toDelete[label]!.length > 0);
  await knowEverybody(work);
  const unasked = unaskedByRelease(engine.catalog, labels).filter((app) => app !== engine.app);
  // What has begun to refer a moment ago has told the owner, which did not listen. Of one that is away it is asked below, where it is known to refer.
  await Promise.allSettled(unasked.map((app) => learnOf(work, app)));
  const apps = referrersUnknownToRelease(engine.catalog, labels).filter((app) => app !== engine.app);
  const found = await Promise.all(apps.map((app) => protectorsOf(work, app, toDelete)));
  return found.flat();
}

async function protectorsOf(work: UnitOfWork, app: string, toDelete: Objects): Promise<Protector[]> {
  const request: ProtectorsRequest = { toDelete };
  try {
    return await ask<Protector[]>(work, app, 'service', 'protectors', request);
  } catch (error) {
    // It is of that release as well, and refers to nothing by what that does not know.
    if (error instanceof Problem && error.status === 404 && !hasTold(work.engine, app)) return [];
    throw error;
  }
}

/**
 * Answers `protectors`: waits for writers under way that refer to these objects, then looks for all that does. Nothing of it is marked:
 * whoever owns the objects would not have it go along.
 */
export function answerProtectors(work: UnitOfWork, { toDelete }: ProtectorsRequest): Promise<Protector[]> {
  const objects = toDeleteFrom(toDelete);
  const look = async (inner: UnitOfWork, waited: Promise<unknown>) => {
    await waited;
    return findInTheWay(inner, objects);
  };
  return inTransaction(work, look, { first: [waitingForReferrers(objects)] });
}
