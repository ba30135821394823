import { isStorableJson, type Row, readDateTime } from '@plumbline/model';
import { CronExpressionParser } from 'cron-parser';
import { type JobExecutionType, jobExecutionTypes } from './choices';
import { notAChoice } from './notAChoice';

/** When somebody wants a job to run. */
export interface Schedule {
  interval: JobExecutionType;
  name: string | undefined;
  /** ISO. */
  start: string;
  crontab: string;
}

/** Seconds a start must at least be ahead, and how far it is when a crontab says the rest. */
const least = 15;
const soon = 20;
const longestName = 200;
const second = 1000;
const steps: Partial<Record<JobExecutionType, number>> = {
  hourly: 3600 * second,
  daily: 24 * 3600 * second,
  weekly: 7 * 24 * 3600 * second,
};

type Errors = Record<string, string[]>;

/**
 * Reads the `schedule` of a request to run; answers what is wrong with it, or the schedule, or undefined: right now.
 */
export function readSchedule(given: unknown, now = Date.now()): { schedule?: Schedule; errors?: Errors } {
  if (given === undefined || given === null) return {};
  if (typeof given !== 'object' || Array.isArray(given))
    return { errors: { non_field_errors: ['Invalid data. Expected a dictionary.'] } };
  const { name, start_time, interval, crontab } = given as Row;
  const kinds: Errors = {};
  if (interval === undefined || interval === '') kinds.interval = ['This field is required.'];
  else if (!jobExecutionTypes.some(([value]) => value === interval)) kinds.interval = [notAChoice(interval)];
  if (!isText(name)) kinds.name = ['Not a valid string.'];
  else if ((name ?? '').length > longestName)
    kinds.name = [`Ensure this field has no more than ${longestName} characters.`];
  if (!isText(crontab)) kinds.crontab = ['Not a valid string.'];
  const start = readStart(start_time);
  if (start === null) kinds.start_time = ['Datetime has wrong format.'];
  if (Object.keys(kinds).length > 0) return { errors: kinds };
  if (interval === 'immediately') return {};

  const wanted = {
    interval: interval as JobExecutionType,
    name: name as string | undefined,
    crontab: (crontab as string) ?? '',
  };
  const errors = problemOf(wanted, start ?? undefined, now);
  if (errors) return { errors };
  return { schedule: { ...wanted, start: start ?? new Date(now + soon * second).toISOString() } };
}

const isText = (value: unknown): value is string | undefined | null =>
  value === undefined || value === null || (typeof value === 'string' && isStorableJson(value));

/** Undefined: none was given; null: it cannot be read. */
function readStart(given: unknown): string | undefined | null {
  if (given === undefined || given === null || given === '') return undefined;
  const text = typeof given === 'string' ? readDateTime(given) : undefined;
  return text ?? null;
}

/** The first thing that is wrong with a schedule; clients are told of one after the other. */
function problemOf(
  { interval, name, crontab }: Omit<Schedule, 'start'>,
  start: string | undefined,
  now: number,
): Errors | undefined {
  if (!name) return { name: ['Please provide a name for the job schedule.'] };
  const isEarly = start === undefined ? interval !== 'custom' : Date.parse(start) < now + least * second;
  if (isEarly)
    return {
      start_time: ['Please enter a valid date and time greater than or equal to the current date and time.'],
    };
  return interval === 'custom' && !isCrontab(crontab) ? { crontab: ['Please enter a valid crontab.'] } : undefined;
}

/** What a part of a crontab is made of: numbers and signs, days and months by their names, `L` for the last day. */
const crontabPart = /^(?:[\d*,/-]|sun|mon|tue|wed|thu|fri|sat|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|l)+$/i;

/** Five parts, as crontabs have them, without those for seconds that some know, or `H`, which is another time whenever it is read. */
function isCrontab(crontab: string): boolean {
  const parts = crontab.trim().split(/\s+/);
  if (parts.length !== 5 || crontab.length > 255 || !parts.every((part) => crontabPart.test(part))) return false;
  try {
    CronExpressionParser.parse(parts.join(' '), { tz: 'UTC' }).next();
    return true;
  } catch {
    return false;
  }
}

/**
 * When a schedule is due next, after it was due at `due`; undefined: never again. Times that were missed are not made
 * up for, and none comes twice, whichever clock told that it had come.
 */
export function nextRun(
  interval: JobExecutionType,
  crontab: string,
  due: string,
  now = Date.now(),
): string | undefined {
  if (interval === 'custom') return firstByCrontab(crontab, new Date(Math.max(now, Date.parse(due))).toISOString());
  const step = steps[interval];
  if (step === undefined) return undefined;
  const passed = Math.max(1, Math.floor((now - Date.parse(due)) / step) + 1);
  return new Date(Date.parse(due) + passed * step).toISOString();
}

/** When a schedule is due for the first time. */
export const firstRun = ({ interval, crontab, start }: Pick<Schedule, 'interval' | 'crontab' | 'start'>): string =>
  interval === 'custom' ? (firstByCrontab(crontab, start) ?? start) : start;

function firstByCrontab(crontab: string, after: string): string | undefined {
  try {
    const parsed = CronExpressionParser.parse(crontab.trim(), { tz: 'UTC', currentDate: new Date(after) });
    return parsed.next().toISOString() ?? undefined;
  } catch {
    return undefined;
  }
}
