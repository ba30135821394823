/** The labels of every measure of a page in the Prometheus text format, by the name its lines have. */
export function toldMeasures(page: string): Map<string, Set<string>> {
  const told = new Map<string, Set<string>>();
  for (const line of page.split('\n')) {
    const [, name, labels = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    if (name === undefined) continue;
    const known = told.get(name) ?? new Set();
    for (const [, label] of labels.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)) known.add(label!);
    told.set(name, known);
  }
  return told;
}
