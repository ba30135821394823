/** What the program's exit says to whoever started it. */
export const exitCodes = {
  done: 0,
  failed: 1,
  /** The audit found something that is still so. */
  flawed: 2,
  /** The settings are wrong; starting again changes nothing (EX_CONFIG). */
  settings: 78,
} as const;
