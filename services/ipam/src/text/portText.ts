/** Port numbers as people write them, in order, neighbours joined: `80, 80-82, 443`. */
export function portText(ports: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const port of [...ports].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && port === run[1] + 1) run[1] = port;
    else runs.push([port, port]);
  }
  return runs.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(', ');
}
