import type { Applied, RefusedDraft } from '../import/apply/task';
import { harmless, textTable } from './textTable';

const number = (count: number): string => count.toLocaleString('en');

/** What was written, or would be, by endpoint, and how many objects there are now. */
export function describeApplied(applied: readonly (Applied & { here?: number })[], dryRun: boolean): string {
  const sum = (of: (one: Applied) => number) => number(applied.reduce((total, one) => total + of(one), 0));
  const heading = dryRun ? 'What would be written here:\n' : 'What was written here:\n';
  const isCompared = applied.some(({ here }) => here !== undefined);
  const table = textTable(
    ['HERE', 'WANTED', 'MADE', 'CHANGED', 'SAME', 'KNOWN', 'REFUSED', ...(isCompared ? ['THERE ARE'] : [])],
    applied.map((one) => [
      one.endpoint,
      ...[one.wanted, one.created, one.changed, one.same, one.known, one.refused].map(number),
      ...(isCompared ? [one.here === undefined ? '' : number(one.here)] : []),
    ]),
  );
  const last = `${sum((one) => one.created)} ${dryRun ? 'would be made' : 'made'}, ${sum((one) => one.changed)} ${dryRun ? 'would be changed' : 'changed'}, ${sum((one) => one.same + one.known)} are as they should be, ${sum((one) => one.refused)} refused.\n`;
  return `${heading}${table}${last}`;
}

const mostOfAKind = 5;

/** What Plumbline did not take, for one reason together. */
export function describeRefused(refused: readonly RefusedDraft[]): string {
  if (refused.length === 0) return '';
  const byReason = new Map<string, RefusedDraft[]>();
  for (const one of refused) {
    // Reasons differ by the names in them; the field tells enough to put them together.
    const name = JSON.stringify([one.endpoint, one.field, one.reason.replace(/[\d.:/]+|"[^"]*"/g, '…')]);
    byReason.set(name, [...(byReason.get(name) ?? []), one]);
  }
  const lines = [...byReason.values()].flatMap((some) => [
    ...some
      .slice(0, mostOfAKind)
      .map(
        ({ endpoint, key, field, reason }) =>
          `  ${endpoint}: ${key}${field === undefined ? '' : `, ${field}`}: ${harmless(reason)}\n`,
      ),
    ...(some.length > mostOfAKind
      ? [`  … and ${number(some.length - mostOfAKind)} more of ${some[0]!.endpoint} for such a reason\n`]
      : []),
  ]);
  return `\nWhat Plumbline did not take:\n${lines.join('')}`;
}
