import type { OpenApiDocument } from '@plumbline/gateway';
import { OpenAPIV3 } from 'openapi-types';
import { compareAnswers } from './compareAnswers';
import { compareBodies } from './compareBodies';
import { compareParameters } from './compareParameters';
import { createCompareSchemas } from './compareSchemas';
import type { DescriptionPair } from './descriptionPair';
import { compareNames, type Difference, differs, otherWords, quoted, type Report } from './difference';

/**
 * What is different in a description of the API, as those see it who have programs for the one before: what some of these
 * would stumble over is a break.
 */
export function compareDescriptions(before: OpenApiDocument, now: OpenApiDocument): Difference[] {
  const found: Difference[] = [];
  const report: Report = (kind, place, text) => found.push({ kind, place, text });
  const schemas = createCompareSchemas(before.components.schemas ?? {}, now.components.schemas ?? {}, report);
  const pair: DescriptionPair = { before, now, schemas, report };
  const { gone, added, kept } = compareNames(before.paths, now.paths);
  for (const path of gone) report('break', path, 'is gone');
  for (const path of added) report('addition', path, 'is new');
  for (const path of kept) compareItems(pair, path, before.paths[path]!, now.paths[path]!);
  schemas.compareNamed();
  return found;
}

function compareItems(
  pair: DescriptionPair,
  path: string,
  old: OpenAPIV3.PathItemObject,
  own: OpenAPIV3.PathItemObject,
): void {
  for (const method of Object.values(OpenAPIV3.HttpMethods)) {
    const place = `${method.toUpperCase()} ${path}`;
    const [before, now] = [old[method], own[method]];
    if (before && now) compareOperations(pair, place, { ...before, ...all(old, before) }, { ...now, ...all(own, now) });
    else if (before) pair.report('break', place, 'is gone');
    else if (now) pair.report('addition', place, 'is new');
  }
}

/** All parameters of an operation, with those of its path. */
const all = (
  { parameters: shared = [] }: OpenAPIV3.PathItemObject,
  { parameters = [] }: OpenAPIV3.OperationObject,
) => ({
  parameters: [...shared, ...parameters],
});

/** Members of an operation of which more is said than that they differ. */
const compared = ['operationId', 'parameters', 'requestBody', 'responses', 'security'];

function compareOperations(
  pair: DescriptionPair,
  place: string,
  old: OpenAPIV3.OperationObject,
  own: OpenAPIV3.OperationObject,
): void {
  const { before, now, report } = pair;
  if (old.operationId !== own.operationId)
    report('break', place, `is called ${quoted([own.operationId!])}, no longer ${quoted([old.operationId!])}`);
  compareParameters(pair, place, old.parameters!, own.parameters!);
  compareBodies(pair, place, old.requestBody, own.requestBody);
  compareAnswers(pair, place, old.responses, own.responses);
  if (differs(old.security ?? before.security ?? [], own.security ?? now.security ?? []))
    report('break', place, 'asks for other credentials');
  if (differs(old, own, compared)) report('change', place, otherWords);
}
