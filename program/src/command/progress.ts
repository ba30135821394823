interface Stream {
  write(text: string): unknown;
  isTTY?: boolean;
}

/** Tells a person how far something has come: on one line of a terminal, else in a line now and then. */
export interface Progress {
  /** Says how many objects all parts that are to come have together, and how many of these were done before. */
  expect(objects: number, before: number): void;
  /** Says how many of a part are done, and where that is known of how many. */
  progress(part: string, done: number, total?: number): void;
  /** Says something beside, and goes on. */
  note(text: string): void;
  end(): void;
}

/** Milliseconds between lines where there is no terminal. */
const lineEvery = 10_000;
/** Milliseconds before anybody guesses how long the rest will take. */
const soonestGuess = 3_000;

interface Part {
  name: string;
  done: number;
  total: number | undefined;
  began: number;
  /** How many had been done when it was first told of. */
  first: number;
}

/** Tells it on a stream, which is not the one that results go to. */
export function showProgress(stream: Stream, now: () => number = Date.now): Progress {
  let current: Part | undefined;
  let whole: { began: number; total: number; before: number; done: number } | undefined;
  let lastLine = now();
  const overwrite = (text: string) => stream.isTTY && stream.write(`\r\u001b[K${text}`);
  const finish = () => {
    overwrite('');
    if (current) stream.write(`${current.name}: ${count(current.done)}\n`);
    if (whole && current) whole.done += current.done;
    current = undefined;
    lastLine = now();
  };
  const rest = (part: Part): string => {
    const done = (whole?.done ?? 0) + part.done;
    const total = whole ? whole.total : part.total;
    const passed = now() - (whole ?? part).began;
    const pace = (done - (whole?.before ?? part.first)) / passed;
    if (!total || !(pace > 0)) return '';
    const share = whole ? ` (${Math.min(99, Math.floor((100 * done) / total))} % of everything)` : '';
    return passed < soonestGuess || done >= total ? share : `${share}, about ${duration((total - done) / pace)} left`;
  };
  const describe = (part: Part): string =>
    `${count(part.done)}${part.total === undefined ? '' : ` of ${count(part.total)}`}${rest(part)}`;
  return {
    expect: (objects, before) => {
      whole = { began: now(), total: objects, before, done: 0 };
    },
    progress: (name, done, total) => {
      if (current && current.name !== name) finish();
      current ??= { name, done, total, began: now(), first: done };
      current.done = done;
      current.total = total;
      if (stream.isTTY) overwrite(`${name} … ${describe(current)}`);
      else if (now() - lastLine >= lineEvery) {
        stream.write(`${name}: ${describe(current)}\n`);
        lastLine = now();
      }
    },
    note: (text) => {
      overwrite('');
      stream.write(`${text}\n`);
      lastLine = now();
    },
    end: () => {
      finish();
      whole = undefined;
    },
  };
}

const count = (objects: number): string => objects.toLocaleString('en');

/** Milliseconds in words: the closest that people would say. */
function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}
