import * as domain from '@plumbline/domain';
import * as engine from '@plumbline/engine';
import * as extensions from '@plumbline/extensions';
import * as http from '@plumbline/http';
import * as model from '@plumbline/model';
import * as store from '@plumbline/store';

/**
 * What apps are written with. They are given what the program itself has: a second copy would be another engine, whose
 * errors and memory mean nothing to ours.
 */
export const libraries: Readonly<Record<string, () => unknown>> = {
  '@plumbline/domain': () => domain,
  '@plumbline/engine': () => engine,
  '@plumbline/extensions': () => extensions,
  '@plumbline/http': () => http,
  '@plumbline/model': () => model,
  '@plumbline/store': () => store,
};
