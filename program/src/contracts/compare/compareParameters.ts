import type { OpenApiDocument } from '@plumbline/gateway';
import type { OpenAPIV3 } from 'openapi-types';
import { type DescriptionPair, resolve } from './descriptionPair';
import { compareNames, differs, otherWords, quoted } from './difference';

type Parameters = NonNullable<OpenAPIV3.OperationObject['parameters']>;

/** Compares what an operation can be asked with. */
export function compareParameters(pair: DescriptionPair, place: string, before: Parameters, now: Parameters): void {
  const { report } = pair;
  const [old, own] = [byName(pair.before, before), byName(pair.now, now)];
  const { gone, added, kept } = compareNames(old, own);
  const required = added.filter((name) => own[name]!.required);
  const optional = added.filter((name) => !own[name]!.required);
  if (gone.length > 0) report('break', place, `does not take ${quoted(gone)} any more`);
  if (required.length > 0) report('break', place, `requires ${quoted(required)}`);
  if (optional.length > 0) report('addition', place, `takes ${quoted(optional)}`);
  for (const name of kept) compareParameter(pair, `${place}, parameter ${quoted([name])}`, old[name]!, own[name]!);
}

function compareParameter(
  { report, schemas }: DescriptionPair,
  place: string,
  before: OpenAPIV3.ParameterObject,
  now: OpenAPIV3.ParameterObject,
): void {
  if (now.required && !before.required) report('break', place, 'is required');
  if (before.required && !now.required) report('addition', place, 'is not required any more');
  if (before.style !== now.style || before.explode !== now.explode)
    report('break', place, 'is written in another style');
  schemas.compare(before.schema ?? {}, now.schema ?? {}, 'requests', place);
  if (differs(before, now, ['required', 'style', 'explode', 'schema'])) report('change', place, otherWords);
}

const byName = (document: OpenApiDocument, parameters: Parameters): Record<string, OpenAPIV3.ParameterObject> =>
  Object.fromEntries(
    parameters
      .map((parameter) => resolve<OpenAPIV3.ParameterObject>(document, parameter))
      .map((parameter) => [
        parameter.in === 'query' ? parameter.name : `${parameter.name} (${parameter.in})`,
        parameter,
      ]),
  );
