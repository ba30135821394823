import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../program/root';

/** Each rule of CODEOWNERS: what it is about, and who is asked. */
const rules = readFileSync(join(root, 'CODEOWNERS'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.trim().split(/\s+/) as [pattern: string, ...owners: string[]]);

it.each(rules)('somebody is asked about %s, which is there', (pattern, ...owners) => {
  expect(owners.length).toBeGreaterThan(0);
  expect(owners.filter((owner) => !/^@[\w-]+\/[\w-]+$/.test(owner))).toEqual([]);
  expect(pattern === '*' || existsSync(join(root, pattern))).toBe(true);
});

it('each service has a team, which is asked about what others may expect of it as well', () => {
  const ownersOf = (pattern: string) => rules.find(([about]) => about === pattern)?.slice(1) ?? [];
  for (const app of readdirSync(join(root, 'services'))) {
    const [team] = ownersOf(`/services/${app}/`);
    expect([app, team]).toEqual([app, `@plumbline/${app}`]);
    expect([app, ownersOf(`/libs/process/manifests/${app}.json`)]).toEqual([app, [team, '@plumbline/core']]);
  }
});
