import { plainProperty } from '../fields/forms';
import { accept, type Kind, refuse } from '../fields/kind';

const dateTimePattern =
  /^(\d{4})-(\d{1,2})-(\d{1,2})[T ](\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,6})\d{0,6})?)?\s*(Z|z|[+-]\d{2}(?::?\d{2})?)?$/;

/**
 * Reads a date with a time, UTC unless it says otherwise, into the wire's form: `2026-11-21T08:00:00.123456Z`, without
 * the fraction for whole seconds. Undefined when it is not one.
 */
export function readDateTime(text: string): string | undefined {
  const parts = dateTimePattern.exec(text.trim());
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second = '0', fraction = '', zone = 'Z'] = parts;
  const numbers = [year, month, day, hour, minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const moment = new Date(0);
  moment.setUTCFullYear(numbers[0], numbers[1] - 1, numbers[2]);
  moment.setUTCHours(numbers[3], numbers[4], numbers[5]);
  const read = [
    moment.getUTCFullYear(),
    moment.getUTCMonth() + 1,
    moment.getUTCDate(),
    moment.getUTCHours(),
    moment.getUTCMinutes(),
    moment.getUTCSeconds(),
  ];
  if (numbers[0] < 1 || read.some((value, index) => value !== numbers[index])) return undefined;
  const offset = zoneMinutes(zone);
  if (offset === undefined) return undefined;
  moment.setTime(moment.getTime() - offset * 60_000);
  if (moment.getUTCFullYear() < 1 || moment.getUTCFullYear() > 9999) return undefined;
  const micros = fraction.padEnd(6, '0');
  return `${moment.toISOString().slice(0, 19)}${micros === '000000' ? '' : `.${micros}`}Z`;
}

function zoneMinutes(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0;
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  const total = Number(hours) * 60 + Number(minutes);
  return Number(hours) > 23 || Number(minutes) > 59 ? undefined : sign === '-' ? -total : total;
}

/** Reads a calendar date, `2026-11-21`. */
export function readDate(text: string): string | undefined {
  const parts = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim());
  const moment = parts && readDateTime(`${parts[0]} 00:00`);
  return moment?.slice(0, 10);
}

const dateTimeHint =
  'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].';

/** As Python writes a moment. */
export const pythonTime = (text: string): string => text.replace('T', ' ').replace(/Z$/, '+00:00');

export const dateTime: Kind = {
  filter: 'dateTime',
  column: () => 'timestamp with time zone',
  parse: (value) => {
    const moment = typeof value === 'string' ? readDateTime(value) : undefined;
    return moment === undefined ? refuse(dateTimeHint) : accept(moment);
  },
  json: 'plain',
  keyText: (value) => pythonTime(String(value)),
  isMoment: true,
  template: (value) => (typeof value === 'string' ? pythonTime(value) : value),
  logged: (value) => (typeof value === 'string' ? value.replace(/(\.\d{3})\d{3}Z$/, '$1Z') : value),
  wire: () => ({ type: 'string', format: 'date-time' }),
  property: (field, context) => plainProperty(field, context, { type: 'string', format: 'date-time' }),
  hints: () => ({ widget: 'date-time' }),
  input: 'datetime',
};

export const date: Kind = {
  filter: 'date',
  column: () => 'date',
  parse: (value) => {
    const day = typeof value === 'string' ? readDate(value) : undefined;
    return day === undefined
      ? refuse('Date has wrong format. Use one of these formats instead: YYYY-MM-DD.')
      : accept(day);
  },
  json: 'plain',
  isMoment: true,
  wire: () => ({ type: 'string', format: 'date' }),
  hints: () => ({ widget: 'date' }),
  input: 'date',
};
