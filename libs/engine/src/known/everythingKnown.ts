import { knownComputedFields } from '../computedFields/known';
import { knownCustomFields } from '../customFields/keeping';
import { knownRelationships } from '../relationships/known';
import type { Known } from './known';

/** What every service knows of its objects beside what their models say. */
export const everythingKnown: readonly Known[] = [knownCustomFields, knownRelationships, knownComputedFields];
