import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../program/root';

/** A rule or an effect: by its type, or as what a function answers. */
const declaration =
  /^(?:export )?const (\w+)(?:: (?:BatchRule|Rule|Effect|DeleteEffect|LockStep)\b|[^;]{0,200}?\): (?:BatchRule|Rule|Effect|DeleteEffect) =>|[^;]{0,120}?\n? +\([^)]*\): (?:BatchRule|Rule) =>)/gm;

/** What of a rule's context it takes to look at other rows, or to lock them: the transaction, or a question. */
const askingMembers = [
  ...['tx', 'bounded', 'select', 'ask', 'passing', 'lookBack'],
  ...['lockMatchingShared', 'waitForReferrers', 'blockReferrers'],
];
const asks = new RegExp(
  String.raw`\{[^{}\n]*\b(?:${askingMembers.join('|')})\b[^{}\n]*\}|\bcontext[,.)]|\((?:_\w*|tx)\b[^)]*\) =>|async \(tx\b`,
);

/** The names of all rules and effects that look at other rows. */
function askingRules(): string[] {
  const folders = [...readdirSync(join(root, 'services')).map((app) => `services/${app}/src`), 'libs/domain/src'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(root, folder, file)),
  );
  return files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8').replace(/'[^'\n]*'/g, "''");
      return [...text.matchAll(declaration)].flatMap(({ 0: start, 1: name, index }) => {
        const [body] = text.slice(index + start.length - 1).split(/\n(?:export |const |function |async )/);
        return asks.test(start + body) ? [name!] : [];
      });
    });
}

test('every rule and effect that looks at other rows is in the guide, with what keeps it', () => {
  const guide = readFileSync(join(root, 'docs/guides/rules-over-several-objects.md'), 'utf8');
  const named = new Set([...guide.matchAll(/^\| `(\w+)` +\|[^|]+\| *\S[^|]*\|$/gm)].map(([, name]) => name));
  const found = askingRules();
  expect(found.length).toBeGreaterThan(60);
  expect(found.filter((name) => !named.has(name))).toEqual([]);
});

test('what a rule asks by is what its context has', () => {
  const contexts = ['model.ts', 'rules/modelReader.ts']
    .map((file) => readFileSync(join(root, 'libs/model/src', file), 'utf8'))
    .map((text) => text.slice(text.search(/^export interface (WriteContext|ModelReader) /m)).split('\n}\n')[0]!);
  for (const member of askingMembers) expect(contexts.join('\n')).toMatch(new RegExp(`^  ${member}[?(:<]`, 'm'));
});
