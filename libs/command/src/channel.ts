/** What our own processes say over the channel to whoever keeps them running once they work. */
export const ready = 'ready';

/** What our own processes say over the channel for people to read. */
export interface Notices {
  notices: string[];
}
