import type { OpenAPIV3 } from 'openapi-types';
import { compareContents } from './compareContents';
import { type DescriptionPair, resolve } from './descriptionPair';

type Body = OpenAPIV3.OperationObject['requestBody'];

/** Compares what an operation is sent. */
export function compareBodies(pair: DescriptionPair, place: string, before: Body, now: Body): void {
  const { report } = pair;
  const old = before && resolve<OpenAPIV3.RequestBodyObject>(pair.before, before);
  const own = now && resolve<OpenAPIV3.RequestBodyObject>(pair.now, now);
  if (old && !own) report('break', place, 'takes no body any more');
  if (own?.required && !old?.required) report('break', place, 'requires a body');
  else if (own && !old) report('addition', place, 'takes a body');
  if (old && own) compareContents(pair, 'requests', `${place}, body`, old.content, own.content);
}
