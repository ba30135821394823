/** What ends of relationships are called; those that are called the same by their relationship, too. */
export function distinctLabels(ends: readonly { label: string; about: string }[]): string[] {
  const times = new Map<string, number>();
  for (const { label } of ends) times.set(label, (times.get(label) ?? 0) + 1);
  return ends.map(({ label, about }) => (times.get(label) === 1 || about === '' ? label : `${label} (${about})`));
}
