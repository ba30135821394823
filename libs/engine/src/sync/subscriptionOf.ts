import type { Engine } from '../core/engine';
import { extensionsOf } from '../core/extensions/registered';
import type { ServiceDefinition, Subscription } from '../core/service';
import { withDefinitions } from './syncDefinitions';

/** All that a service follows: what its definition says, and what it has to know of its objects besides. */
export const subscriptionOf = (engine: Engine, { follow }: ServiceDefinition): Subscription | undefined =>
  withDefinitions(engine, follow, extensionsOf(engine).followed);
