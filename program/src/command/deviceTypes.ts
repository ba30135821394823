import { type Arguments, exitCodes, readArguments, UsageError } from '@plumbline/command';
import { readSettings, type Settings } from '@plumbline/config';
import { createLog } from '@plumbline/log';
import type { Destination } from '../import/apply/reachPlumbline';
import { exportDeviceTypes, importDeviceTypes } from '../import/deviceTypes';
import { destinationValues, readDestination, settingsFor } from './destination';
import { showProgress } from './progress';
import { describeApplied, describeRefused } from './tellApplied';
import { harmless } from './textTable';

/** Takes types of devices from files of the device type library, or writes them into such files. */
export async function deviceTypes([first, ...others]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (first !== 'import' && first !== 'export')
    throw new UsageError(
      'Say what is to be done: plumbline device-types import PATH, or plumbline device-types export FOLDER.',
    );
  const values = [...destinationValues, ...(first === 'export' ? ['manufacturer'] : [])];
  const given = readArguments(others, { flags: first === 'import' ? ['dry-run'] : [], values });
  const [path, ...more] = given.words;
  if (path === undefined || more.length > 0)
    throw new UsageError(
      `Name ${first === 'import' ? 'one folder or file' : 'one folder'}: plumbline device-types ${first} PATH`,
    );
  const destination = readDestination(given, env);
  const settings = await settingsFor(destination, readSettings(env, given.rest));
  return (first === 'import' ? take : give)(settings, path, destination, given);
}

async function take(settings: Settings, path: string, destination: Destination, given: Arguments): Promise<number> {
  const course = showProgress(process.stderr);
  const dryRun = given.flags.has('dry-run');
  const done = await importDeviceTypes(settings, {
    path,
    dryRun,
    destination,
    log: quietLog(),
    progress: course.progress,
  }).finally(course.end);
  const { types, files, nowhere, applied, refused } = done;
  process.stdout.write(describeApplied(applied, dryRun));
  if (nowhere.length > 0)
    process.stdout.write(
      `\nWithout a place:\n${nowhere.map(({ what, count }) => `  ${harmless(what)} (${count})\n`).join('')}`,
    );
  process.stdout.write(describeRefused(refused));
  process.stdout.write(`\n${types} device types read, ${files} pictures put on them.\n`);
  return refused.length === 0 ? exitCodes.done : exitCodes.flawed;
}

async function give(settings: Settings, folder: string, destination: Destination, given: Arguments): Promise<number> {
  const course = showProgress(process.stderr);
  const { types, pictures } = await exportDeviceTypes(settings, {
    folder,
    manufacturer: given.values.get('manufacturer') || undefined,
    destination,
    log: quietLog(),
    progress: course.progress,
  }).finally(course.end);
  process.stdout.write(`${types} device types and ${pictures} pictures written below ${folder}.\n`);
  return exitCodes.done;
}

const quietLog = () => createLog({ name: 'device-types', level: 'error', destination: process.stderr });
