import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inlineParameters, type OpenApiDocument } from '@plumbline/gateway';
import { z } from 'zod/v4';
import { wholeDescription } from './apiDescriptions';
import { compareDescriptions } from './compare/compareDescriptions';
import type { Difference } from './compare/difference';
import { commitBefore, filesAt, textAt, titleOf } from './history';

const descriptions = 'contracts/generated/openapi';
/** Where the one file was that all descriptions were once in. */
const oneDescription = 'contracts/generated/openapi.json';
const acceptedBreaks = 'contracts/acceptedBreaks.json';

/** What is told of the changes, and whether they may be made. */
export interface ContractsDiff {
  lines: string[];
  fails: boolean;
}

/** A break that is meant: the line that tells of it, in which `*` stands for any text, and why it has to be. */
const acceptedBreak = z.strictObject({ break: z.string().min(1), reason: z.string().min(1) });
type AcceptedBreak = z.infer<typeof acceptedBreak>;

/**
 * Compares the description of the API in a checkout with that of a commit before it. Breaks are refused, except for those
 * that are accepted on purpose since that commit; and whatever is accepted must be there.
 */
export function diffContracts(root: string, ref?: string): ContractsDiff {
  const commit = commitBefore(root, ref);
  const before = commit === undefined ? undefined : descriptionAt(root, commit);
  if (commit === undefined || before === undefined)
    return { lines: ['There is no description of the API to compare with.'], fails: ref !== undefined };
  const found = compareDescriptions(before, descriptionHere(root));
  const accepted = newlyAccepted(root, commit);
  const [breaks, meant] = split(
    found.filter(({ kind }) => kind === 'break'),
    (one) => accepted.every((entry) => !accepts(entry, one)),
  );
  const unused = accepted.filter((entry) => !meant.some((one) => accepts(entry, one)));
  const parts: [title: string, lines: string[]][] = [
    ['Breaks clients', grouped(breaks)],
    ['Accepted, and breaks nothing', unused.map((entry) => entry.break)],
    ['Breaks clients on purpose', grouped(meant)],
    ['Added', grouped(found.filter(({ kind }) => kind === 'addition'))],
    ['Changed', grouped(found.filter(({ kind }) => kind === 'change'))],
  ];
  const told = parts.filter(([, lines]) => lines.length > 0);
  const fails = breaks.length + unused.length > 0;
  return {
    lines: [
      `The API ${told.length > 0 ? 'since' : 'is what it was at'} ${titleOf(root, commit)}`,
      ...told.flatMap(([title, lines]) => ['', `${title}:`, ...lines.map((line) => `  ${line}`)]),
      ...(breaks.length > 0 ? ['', `What has to be is accepted in ${acceptedBreaks}: see docs/contributing.md.`] : []),
    ],
    fails,
  };
}

const lineOf = ({ place, text }: Difference): string => `${place} ${text}`;

/** Places of which as much is said, told of together. */
const fewPlaces = 3;

/** A line for each difference, and one for those that many places share. */
function grouped(found: readonly Difference[]): string[] {
  const places = new Map<string, string[]>();
  for (const { place, text } of found) places.set(text, [...(places.get(text) ?? []), place]);
  return [...places].flatMap(([text, all]) =>
    all.length <= fewPlaces
      ? all.map((place) => `${place} ${text}`)
      : [`${all.slice(0, fewPlaces).join('; ')} and ${all.length - fewPlaces} others: ${text}`],
  );
}

function split<T>(values: readonly T[], choose: (value: T) => boolean): [chosen: T[], others: T[]] {
  return [values.filter(choose), values.filter((value) => !choose(value))];
}

function accepts({ break: line }: AcceptedBreak, difference: Difference): boolean {
  const parts = line.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`).test(lineOf(difference));
}

/** What is accepted here and was not yet then: it was for the commits before. */
function newlyAccepted(root: string, commit: string): AcceptedBreak[] {
  const read = (text: string | undefined) => z.array(acceptedBreak).parse(JSON.parse(text ?? '[]'));
  const before = new Set(read(textAt(root, commit, acceptedBreaks)).map((entry) => JSON.stringify(entry)));
  const file = join(root, acceptedBreaks);
  const here = read(existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  return here.filter((entry) => !before.has(JSON.stringify(entry)));
}

function descriptionAt(root: string, commit: string): OpenApiDocument | undefined {
  const files = filesAt(root, commit, descriptions);
  if (files.length > 0) return wholeDescription(files.map((file) => JSON.parse(textAt(root, commit, file)!)));
  const text = textAt(root, commit, oneDescription);
  return text === undefined ? undefined : inlineParameters(JSON.parse(text));
}

function descriptionHere(root: string): OpenApiDocument {
  const folder = join(root, descriptions);
  return wholeDescription(readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))));
}
