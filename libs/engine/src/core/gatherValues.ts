import type { Gather, Row } from '@plumbline/model';
import { visitYielding } from './background/visitYielding';
import type { UnitOfWork } from './engine';
import { modelReader } from './messages/ask';

/** The values of a field that is worked out for rows together, in their order. */
export const gatherValues = (work: UnitOfWork, gather: Gather, rows: Row[]): Promise<unknown[]> =>
  gather(rows, modelReader(work), (objects, look) => visitYielding(work, objects, look));
