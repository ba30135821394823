/** How one thing is. `doubtful` works and should be looked at; `ill` does not work, or soon will not. */
export type Verdict = 'well' | 'doubtful' | 'ill';

/** What was found out about one thing. */
export interface Finding {
  /** What was looked at, in a few words. */
  about: string;
  verdict: Verdict;
  /** How it is, with the numbers that say so. */
  text: string;
  /** What to do about it; only where it is not well. */
  advice?: string;
}

export const well = (about: string, text: string): Finding => ({ about, verdict: 'well', text });

export const doubtful = (about: string, text: string, advice: string): Finding => ({
  about,
  verdict: 'doubtful',
  text,
  advice,
});

export const ill = (about: string, text: string, advice: string): Finding => ({ about, verdict: 'ill', text, advice });
