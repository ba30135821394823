import type { OpenApiDocument } from '@plumbline/gateway';
import type { OpenAPIV3 } from 'openapi-types';
import type { CompareSchemas } from './compareSchemas';
import type { Report } from './difference';

/** Two descriptions that are being compared. */
export interface DescriptionPair {
  before: OpenApiDocument;
  now: OpenApiDocument;
  schemas: CompareSchemas;
  report: Report;
}

/** What a reference stands for, or the value itself. */
export function resolve<T extends object>(document: OpenApiDocument, value: T | OpenAPIV3.ReferenceObject): T {
  if (!('$ref' in value)) return value;
  const [kind, name] = value.$ref.split('/').slice(-2) as [keyof OpenAPIV3.ComponentsObject, string];
  return document.components[kind]![name] as T;
}
