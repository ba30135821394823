import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, apps } from '../../libs/config/src';
import { root } from '../program/root';

/** One recorded exchange; everything beyond these parts is the replayer's. */
export interface Step {
  name: string;
  path: string;
  /** Names for values that later steps use, and where they stand in the answer. */
  capture?: Record<string, string>;
  expect: { status: number | number[]; [part: string]: unknown };
  [part: string]: unknown;
}

export interface Scenario {
  name: string;
  title: string;
  steps: Step[];
}

export const recordingsFolder = join(root, 'test', 'recordings');
const scenariosFolder = join(recordingsFolder, 'scenarios');

/** Names of all files of recorded scenarios. */
export function recordingFiles(): string[] {
  return readdirSync(scenariosFolder).sort();
}

/** The scenarios of one file. */
export function readRecording(file: string): Scenario[] {
  return (JSON.parse(readFileSync(join(scenariosFolder, file), 'utf8')) as { scenarios: Scenario[] }).scenarios;
}

/**
 * The applications that the requests of a scenario name, in an address or the label of a model, but for what a status, a tag or a
 * custom field is for (`content_types`): of an application that is named there alone it sees what is promised, not what is inside.
 */
export function applicationsOf({ steps }: Scenario): App[] {
  const requests = steps.map(({ path, body }) => [path, body]);
  const asked = JSON.stringify(requests, (key, value) => (key === 'content_types' ? undefined : value));
  return apps.filter((app) => new RegExp(`\\b${app}[/.]`).test(asked));
}
