import { createLog } from '@plumbline/log';

/** A log that says nothing. */
export const silent = createLog({ name: 'test', level: 'silent' });
