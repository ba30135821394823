import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '@plumbline/model';

const read = (name: string): unknown => JSON.parse(readFileSync(join(__dirname, '../generated', name), 'utf8'));

/** What every service knows of every model, as it was generated and reviewed. */
export const manifests = (): Manifest[] => read('manifests.json') as Manifest[];

/** The description of all services' endpoints in OpenAPI, as it was generated and reviewed. */
export const openApi = (): Record<string, unknown> => read('openapi.json') as Record<string, unknown>;
