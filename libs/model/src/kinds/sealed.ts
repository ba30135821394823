import type { Kind } from '../fields/kind';
import { textual } from './text';

/**
 * Text whose holder may read it again, while a stolen database does not give it away: a rule of the model seals it
 * before it is stored, the engine opens it when it is shown or searched.
 */
export const sealed: Kind = {
  ...textual,
  isSealed: true,
  outline: () => undefined,
};
