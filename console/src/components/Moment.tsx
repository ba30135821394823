import { useNow } from './useNow';

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en-CA', { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });

/** A moment as people say it; hovering shows it to the second. */
export function Moment({ value, now }: { value: string; now?: number }) {
  const present = useNow();
  const seconds = (Date.parse(value) - (now ?? present)) / 1000;
  const unit = units.find(([, length]) => Math.abs(seconds) >= length);
  const text = unit ? relative.format(Math.round(seconds / unit[1]), unit[0]) : 'just now';
  return (
    <time dateTime={value} title={exact.format(new Date(value))}>
      {text}
    </time>
  );
}

/** A moment to the second, for where it is compared. */
export const exactMoment = (value: string): string => exact.format(new Date(value));
