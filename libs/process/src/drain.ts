/** How long a process that is to end goes on answering, so that its clients find another one, in milliseconds. */
export const drainMilliseconds = 1_000;
