import type { ServedWorld } from './servedWorld';

/** What each of these suites works with, once it is there: the running program and a folder for what is made. */
export type Given = () => { folder: string; world: ServedWorld };
