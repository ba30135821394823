import type { Definition } from './definition';
import { allDefinitions } from './definitions';
import type { Part } from './keys';
import { needless } from './knownNames';

const indent = '      ';
const widest = 100;

/**
 * Lists every setting with its name, its default and its meaning, as plain text for `--help` and the documentation; for one
 * part, those that its process reads.
 */
export function describeSettings(part?: Part): string {
  return allDefinitions
    .filter((definition) => part === undefined || isReadBy(part, definition))
    .map(({ variable, option, fallback, otherwise, meaning }) => {
      const names = [option === undefined ? undefined : `--${option}`, variable].filter((name) => name !== undefined);
      const standard = fallback ?? otherwise;
      const head = `  ${names.join(', ')}${standard === undefined ? '' : `  (default: ${standard})`}`;
      return [head, ...wrap(meaning)].join('\n');
    })
    .join('\n');
}

/** What a process runs is no setting of a program that runs one part. */
function isReadBy(part: Part, { option, readBy }: Definition<unknown>): boolean {
  if (option === 'target') return false;
  if (readBy === undefined) return true;
  if (readBy === 'services') return part !== 'gateway';
  return [readBy].flat().includes(part);
}

function wrap(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && indent.length + line.length + word.length + 1 > widest) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => indent + line);
}

/** Lists the variables of the field that mean the same as ours, and those that need no setting, as a Markdown table. */
export function describeKnownNames(): string {
  const same = allDefinitions.flatMap(({ variable, known }) =>
    known ? [row(known.names, `\`${variable}\`${known.remark ? `; ${known.remark}` : ''}`)] : [],
  );
  return [
    '| variable | means |',
    '|---|---|',
    ...same,
    row(needless, 'nothing: it is accepted, and needs no setting'),
  ].join('\n');
}

const row = (names: readonly string[], means: string): string =>
  `| ${names.map((name) => `\`${name}\``).join(', ')} | ${means} |`;
