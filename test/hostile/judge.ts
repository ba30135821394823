import { slowdown } from '../harness/long';
import type { Answer } from './ask';

/** What an answer must never tell: how we are built, where we lie, what we asked the database. */
const leaks =
  /node_modules|\/work\/|\.[jt]s:\d+|\n\s+at |DatabaseError|pg_catalog|SELECT |INSERT INTO|jsonb?_populate|::(text|uuid|jsonb|int[48])\b|SLONIK|undefined is not|Cannot read propert|is not a function|not iterable|InternalError|invalid byte sequence|syntax error at/;

/** What is wrong with an answer to a hostile request, for a list of findings; undefined when nothing is. */
export function complaintAbout({ status, text, milliseconds }: Answer, what: string): string | undefined {
  if (status >= 500) return `${what}: ${status} ${text.slice(0, 300)}`;
  const leak = leaks.exec(text);
  if (leak && status >= 400) return `${what}: tells ${JSON.stringify(leak[0])} in ${text.slice(0, 300)}`;
  return milliseconds > 10_000 * slowdown() ? `${what}: took ${Math.round(milliseconds)} ms` : undefined;
}

/** As `complaintAbout`, of an answer that must be a refusal in the client's range. */
export function notRefused(answer: Answer, what: string): string | undefined {
  const complaint = complaintAbout(answer, what);
  if (complaint) return complaint;
  return answer.status >= 400 ? undefined : `${what}: accepted with ${answer.status} ${answer.text.slice(0, 300)}`;
}

/** Runs tasks a few at a time and gathers what they complain about. */
export async function gather<T>(
  items: readonly T[],
  task: (item: T) => Promise<string | undefined>,
  atOnce = 8,
): Promise<string[]> {
  const complaints: string[] = [];
  const waiting = [...items];
  const run = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      const complaint = await task(item);
      if (complaint) complaints.push(complaint);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, run));
  return complaints;
}
