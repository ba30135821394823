import type { Kind } from '../fields/kind';
import { pythonJson } from '../text/pythonJson';
import { json } from './structure';

/** A list of texts; which they may be, a rule of the model says. */
export const texts: Kind = { ...json, logged: pythonJson };
