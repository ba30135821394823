import type { Rule } from '@plumbline/model';

/** A hold time is none at all, or three seconds and more (RFC 4271, section 4.2). */
export const holdTimeIsLongEnough: Rule = ({ row: { hold_time } }) =>
  hold_time === 1 || hold_time === 2 ? { hold_time: ['A hold time is 0, or at least 3 seconds.'] } : undefined;
