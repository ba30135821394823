import { releaseOwnership, takeOwnership } from '../../program/src/ownership/ownership';
import { eventually } from './eventually';

/** Does something that suites of several workers want, one after the other: `file` is whose turn it is. */
export async function oneAtATime<T>(file: string, withinMilliseconds: number, task: () => T | Promise<T>): Promise<T> {
  await eventually(`another suite is done with ${file}`, withinMilliseconds, async () => takeOwnership(file));
  try {
    return await task();
  } finally {
    releaseOwnership(file);
  }
}
