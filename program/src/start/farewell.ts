/** How long a process that is to end goes on answering, so that its clients find another one, in milliseconds. */
export const farewellMilliseconds = 1_000;
