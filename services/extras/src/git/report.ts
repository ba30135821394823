/** How much something that is told matters. */
export type Importance = 'info' | 'success' | 'warning' | 'error';

/** Tells whoever asked for a sync what comes of it: what it is about, and in which part of the work. */
export type Report = (importance: Importance, text: string, about?: { path?: string; part?: string }) => void;
