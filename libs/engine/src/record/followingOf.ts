import type { Engine } from '../engine';
import { everythingKnown } from '../known/everythingKnown';
import { followingKnown } from '../known/known';
import type { Following, ServiceDefinition } from '../service';

/** All that a service follows: what its definition says, and what it has to know of its objects besides. */
export const followingOf = (engine: Engine, { follow }: ServiceDefinition): Following | undefined =>
  followingKnown(engine, follow, everythingKnown);
