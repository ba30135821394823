import type { BatchRule } from '@plumbline/model';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { onDemand } from '../onDemand';

/** Loaded when it is needed for the first time: its lists of words are long. */
const guesser = onDemand(async (): Promise<ZxcvbnFactory> => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
});

/** A new password is as long, and as hard to guess, as the settings want it; the account's own names are easy guesses. */
export const passwordsAreStrong: BatchRule = (candidates, { newPassword: { length, strength } }) =>
  Promise.all(
    candidates.map(async ({ sent, row }) => {
      const { password } = sent;
      if (typeof password !== 'string') return undefined;
      if (password.length < length)
        return { password: [`This password is too short. It must contain at least ${length} characters.`] };
      if (strength === 0) return undefined;
      const known = [row.username, row.first_name, row.last_name, row.email, 'plumbline'].filter(Boolean).map(String);
      const { score, feedback } = (await guesser()).check(password, known);
      if (score >= strength) return undefined;
      const warning = typeof feedback.warning === 'string' && feedback.warning !== '' ? ` (${feedback.warning})` : '';
      return { password: [`This password is too easy to guess${warning}.`] };
    }),
  );
