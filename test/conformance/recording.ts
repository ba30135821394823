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
 * The applications that a scenario asks for something. Of one that it only names, in the content types of a status or of a
 * custom field, it sees what is promised, not what is inside.
 */
export function applicationsOf({ steps }: Scenario): App[] {
  const asked = steps.map(({ path }) => path).join('\n');
  return apps.filter((app) => new RegExp(`\\b${app}/`).test(asked));
}
