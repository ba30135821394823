import type { OpenAPIV3 } from 'openapi-types';
import { compareContents } from './compareContents';
import { type DescriptionPair, resolve } from './descriptionPair';
import { compareNames, differs, otherWords, quoted } from './difference';

/** Compares what an operation answers. */
export function compareAnswers(
  pair: DescriptionPair,
  place: string,
  before: OpenAPIV3.ResponsesObject,
  now: OpenAPIV3.ResponsesObject,
): void {
  const { gone, added, kept } = compareNames(before, now);
  for (const status of gone)
    pair.report(status.startsWith('2') ? 'break' : 'change', place, `does not answer ${status} any more`);
  for (const status of added) pair.report('addition', place, `may answer ${status}`);
  for (const status of kept)
    compareAnswer(
      pair,
      `${place}, answer ${status}`,
      resolve(pair.before, before[status]!),
      resolve(pair.now, now[status]!),
    );
}

function compareAnswer(
  pair: DescriptionPair,
  place: string,
  before: OpenAPIV3.ResponseObject,
  now: OpenAPIV3.ResponseObject,
): void {
  const { report } = pair;
  const { gone, added, kept } = compareNames(before.headers ?? {}, now.headers ?? {});
  if (gone.length > 0) report('break', place, `has no header ${quoted(gone)} any more`);
  if (added.length > 0) report('addition', place, `has the header ${quoted(added)}`);
  compareContents(pair, 'answers', place, before.content, now.content);
  if (kept.some((name) => differs(before.headers![name]!, now.headers![name]!)) || differs(before, now, compared))
    report('change', place, otherWords);
}

const compared = ['headers', 'content'];
