import type { BatchRule } from '@plumbline/model';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Made when it is needed for the first time: its lists of words are long. */
let zxcvbn: ZxcvbnFactory | undefined;

/** A new password is as long, and as hard to guess, as the settings want it; the account's own names are easy guesses. */
export const passwordsAreStrong: BatchRule = (candidates, { newPassword: { length, strength } }) =>
  candidates.map(({ sent, row }) => {
    const { password } = sent;
    if (typeof password !== 'string') return undefined;
    if (password.length < length)
      return { password: [`This password is too short. It must contain at least ${length} characters.`] };
    if (strength === 0) return undefined;
    zxcvbn ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
    const known = [row.username, row.first_name, row.last_name, row.email, 'plumbline'].filter(Boolean).map(String);
    const { score, feedback } = zxcvbn.check(password, known);
    if (score >= strength) return undefined;
    const warning = typeof feedback.warning === 'string' && feedback.warning !== '' ? ` (${feedback.warning})` : '';
    return { password: [`This password is too easy to guess${warning}.`] };
  });
