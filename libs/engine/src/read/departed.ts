import type { Row } from '@plumbline/model';
import type { Work } from '../engine';

/** An object that is gone, for what it leaves behind: that is removed as if it still were there. */
export interface Departed {
  label: string;
  id: string;
  /** How others showed it inside themselves. */
  nested: Row | undefined;
  /** When the next object it leaves behind goes: just before it went itself. */
  moment(): string;
}

/** The departed object, when it is the one that is looked for. */
export const departedObject = ({ departed }: Work, label: string, id: unknown): Row | undefined =>
  departed?.label === label && departed.id === id ? departed.nested : undefined;
