import { followingCustomFields } from '../customFields/keeping';
import type { Engine } from '../engine';
import { followingRelationships } from '../relationships/keeping';
import type { Following, ServiceDefinition } from '../service';

/** All that a service follows: what its definition says, and the custom fields and relationships of its models. */
export const followingOf = (engine: Engine, { follow }: ServiceDefinition): Following | undefined =>
  followingRelationships(engine, followingCustomFields(engine, follow));
