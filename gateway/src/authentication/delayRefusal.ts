import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '@plumbline/http';

/** Milliseconds until somebody hears that they have tried too often. */
const delay = 2_000;

/** Lets those who try too often wait for hearing it, so that a crowd of them asks slowly and leaves others their share. */
export async function delayRefusal<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Problem && error.status === 429) await pause(delay, undefined, { ref: false });
    throw error;
  }
}
