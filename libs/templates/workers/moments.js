/** Dates, with a time of UTC or without, as Python and Django show them. */
const { TemplateProblem, joined } = require('./meter');
const { Callable, Moment, isText } = require('./kinds');

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const pattern = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?(?:Z|[+]00:?00)?)?$/;

/** A moment by how it is written; undefined for what is none. */
function momentOf(written) {
  const [, year, month, day, hour, minute = 0, second = 0, fraction = ''] = pattern.exec(written) ?? [];
  if (year === undefined) return undefined;
  const at = new Date(0);
  at.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  at.setUTCHours(Number(hour ?? 0), Number(minute), Number(second));
  return Number.isNaN(at.getTime()) ? undefined : new Moment(at, Number(fraction.padEnd(6, '0')), hour === undefined);
}

const two = (number) => String(number).padStart(2, '0');
const dayOf = ({ at }) => at.toISOString().slice(0, 10);

/** How it reads: `2026-11-21 08:00:00.123456+00:00`, or `2026-11-21`. */
function shown(moment, between = ' ') {
  if (moment.isDay) return dayOf(moment);
  const micros = moment.micros === 0 ? '' : `.${String(moment.micros).padStart(6, '0')}`;
  return `${dayOf(moment)}${between}${moment.at.toISOString().slice(11, 19)}${micros}+00:00`;
}

const dayLength = 86_400_000;
const dayOfYear = (at) => Math.floor((at - Date.UTC(at.getUTCFullYear(), 0, 1)) / dayLength) + 1;
const isoWeekday = (at) => at.getUTCDay() || 7;

/** The year and the week that a day is in, by ISO 8601. */
function isoWeek(at) {
  const thursday = new Date(at.getTime() + (4 - isoWeekday(at)) * dayLength);
  return [thursday.getUTCFullYear(), Math.ceil(dayOfYear(thursday) / 7)];
}

const week = (at, first) => Math.floor((dayOfYear(at) + 6 - ((at.getUTCDay() - first + 7) % 7)) / 7);
const twelve = (at) => at.getUTCHours() % 12 || 12;
const half = (at) => (at.getUTCHours() < 12 ? 'AM' : 'PM');
const clock = (at) => at.toISOString().slice(11, 19);

/** The signs of `strftime`. */
const signs = {
  a: ({ at }) => days[at.getUTCDay()].slice(0, 3),
  A: ({ at }) => days[at.getUTCDay()],
  w: ({ at }) => String(at.getUTCDay()),
  d: ({ at }) => two(at.getUTCDate()),
  e: ({ at }) => String(at.getUTCDate()).padStart(2),
  b: ({ at }) => months[at.getUTCMonth()].slice(0, 3),
  h: ({ at }) => months[at.getUTCMonth()].slice(0, 3),
  B: ({ at }) => months[at.getUTCMonth()],
  m: ({ at }) => two(at.getUTCMonth() + 1),
  y: ({ at }) => two(at.getUTCFullYear() % 100),
  Y: ({ at }) => String(at.getUTCFullYear()),
  C: ({ at }) => two(Math.floor(at.getUTCFullYear() / 100)),
  H: ({ at }) => two(at.getUTCHours()),
  k: ({ at }) => String(at.getUTCHours()).padStart(2),
  I: ({ at }) => two(twelve(at)),
  l: ({ at }) => String(twelve(at)).padStart(2),
  p: ({ at }) => half(at),
  P: ({ at }) => half(at).toLowerCase(),
  M: ({ at }) => two(at.getUTCMinutes()),
  S: ({ at }) => two(at.getUTCSeconds()),
  f: ({ micros }) => String(micros).padStart(6, '0'),
  z: ({ isDay }) => (isDay ? '' : '+0000'),
  Z: ({ isDay }) => (isDay ? '' : 'UTC'),
  j: ({ at }) => String(dayOfYear(at)).padStart(3, '0'),
  U: ({ at }) => two(week(at, 0)),
  W: ({ at }) => two(week(at, 1)),
  V: ({ at }) => two(isoWeek(at)[1]),
  G: ({ at }) => String(isoWeek(at)[0]),
  g: ({ at }) => two(isoWeek(at)[0] % 100),
  u: ({ at }) => String(isoWeekday(at)),
  s: ({ at }) => String(Math.floor(at / 1000)),
  n: () => '\n',
  t: () => '\t',
  '%': () => '%',
  x: (moment) => formatted(moment, '%m/%d/%y'),
  D: (moment) => formatted(moment, '%m/%d/%y'),
  X: ({ at }) => clock(at),
  T: ({ at }) => clock(at),
  R: ({ at }) => clock(at).slice(0, 5),
  r: (moment) => formatted(moment, '%I:%M:%S %p'),
  F: (moment) => dayOf(moment),
  c: (moment) => formatted(moment, '%a %b %e %H:%M:%S %Y'),
};

/** `strftime`: what is behind `%` is a part of the moment; `%-d` is without what fills it up. */
function formatted(moment, format) {
  const parts = format.split(/(%-?[a-zA-Z%])/);
  return joined(
    parts.map((part, index) => {
      const sign = index % 2 === 1 ? part.at(-1) : undefined;
      if (sign === undefined || !Object.hasOwn(signs, sign)) return part;
      const made = signs[sign](moment);
      return part[1] === '-' ? made.replace(/^[0 ]+(?=.)/, '') : made;
    }),
  );
}

const ending = (day) => (day > 3 && day < 21 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'));
const associatedPress = [
  'Jan.',
  'Feb.',
  'March',
  'April',
  'May',
  'June',
  'July',
  'Aug.',
  'Sept.',
  'Oct.',
  'Nov.',
  'Dec.',
];
const isLeap = (at) => dayOfYear(new Date(Date.UTC(at.getUTCFullYear(), 11, 31))) === 366;

function shortTime({ at }) {
  if (at.getUTCMinutes() !== 0) return `${twelve(at)}:${two(at.getUTCMinutes())} ${half(at)[0].toLowerCase()}.m.`;
  const names = { 0: 'midnight', 12: 'noon' };
  return names[at.getUTCHours()] ?? `${twelve(at)} ${half(at)[0].toLowerCase()}.m.`;
}

const withoutMinutes = (at) => `${twelve(at)}${at.getUTCMinutes() === 0 ? '' : `:${two(at.getUTCMinutes())}`}`;

/** The letters of Django's filter `date`. */
const letters = {
  a: ({ at }) => `${half(at)[0].toLowerCase()}.m.`,
  A: ({ at }) => half(at),
  b: ({ at }) => months[at.getUTCMonth()].slice(0, 3).toLowerCase(),
  c: (moment) => shown(moment, 'T'),
  d: signs.d,
  D: signs.a,
  e: ({ isDay }) => (isDay ? '' : 'UTC'),
  E: signs.B,
  f: ({ at }) => withoutMinutes(at),
  F: signs.B,
  g: ({ at }) => String(twelve(at)),
  G: ({ at }) => String(at.getUTCHours()),
  h: signs.I,
  H: signs.H,
  i: signs.M,
  I: () => '0',
  j: ({ at }) => String(at.getUTCDate()),
  l: signs.A,
  L: ({ at }) => (isLeap(at) ? 'True' : 'False'),
  m: signs.m,
  M: signs.b,
  n: ({ at }) => String(at.getUTCMonth() + 1),
  N: ({ at }) => associatedPress[at.getUTCMonth()],
  o: signs.G,
  O: () => '+0000',
  P: shortTime,
  r: (moment) => formatted(moment, '%a, %d %b %Y %H:%M:%S +0000'),
  s: signs.S,
  S: ({ at }) => ending(at.getUTCDate()),
  t: ({ at }) => String(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()),
  T: () => 'UTC',
  u: signs.f,
  U: signs.s,
  w: signs.w,
  W: ({ at }) => String(isoWeek(at)[1]),
  y: signs.y,
  Y: ({ at }) => String(at.getUTCFullYear()).padStart(4, '0'),
  z: ({ at }) => String(dayOfYear(at)),
  Z: () => '0',
};

/** The letters that a day has no answer to. */
const ofTheClock = new Set('aefgGhHiOPsTuZ');

function inLetter(moment, letter) {
  if (moment.isDay && ofTheClock.has(letter)) throw new TemplateProblem(`A day has no “${letter}”.`);
  return letters[letter](moment);
}

/** A moment in the letters of Django; a backslash keeps the letter behind it. */
const inLetters = (moment, format) =>
  joined(
    [...format.matchAll(/\\(.)|([\s\S])/gu)].map(([, kept, letter]) =>
      kept === undefined && Object.hasOwn(letters, letter) ? inLetter(moment, letter) : (kept ?? letter),
    ),
  );

const parts = {
  year: ({ at }) => at.getUTCFullYear(),
  month: ({ at }) => at.getUTCMonth() + 1,
  day: ({ at }) => at.getUTCDate(),
};
const partsOfTime = {
  ...parts,
  hour: ({ at }) => at.getUTCHours(),
  minute: ({ at }) => at.getUTCMinutes(),
  second: ({ at }) => at.getUTCSeconds(),
  microsecond: ({ micros }) => micros,
  tzinfo: () => 'UTC',
};

const methods = {
  strftime: (moment, format) => {
    if (!isText(format)) throw new TemplateProblem('`strftime` wants a format.');
    return formatted(moment, format);
  },
  isoformat: (moment, between = 'T') => shown(moment, between),
  weekday: ({ at }) => (at.getUTCDay() + 6) % 7,
  isoweekday: ({ at }) => isoWeekday(at),
  ctime: (moment) => formatted(moment, '%a %b %e %H:%M:%S %Y'),
};
const methodsOfTime = {
  ...methods,
  date: ({ at }) => new Moment(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())), 0, true),
};

/** What a moment can be asked for. */
function partOf(moment, name) {
  const held = moment.isDay ? parts : partsOfTime;
  if (Object.hasOwn(held, name)) return held[name](moment);
  const known = moment.isDay ? methods : methodsOfTime;
  if (!Object.hasOwn(known, name)) return undefined;
  return new Callable(name, (args) => known[name](moment, ...args));
}

/** A moment, or a text that is written as one. */
const asMoment = (value) => (value instanceof Moment ? value : isText(value) ? momentOf(value) : undefined);

module.exports = { asMoment, inLetters, momentOf, partOf, shown };
