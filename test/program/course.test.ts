import { showProgress } from '../../program/src/command/progress';

/** A course on a stream that keeps what is written, at times that the test says. */
function aCourse(isTTY: boolean) {
  const written: string[] = [];
  const clock = { now: 0 };
  const course = showProgress({ isTTY, write: (text) => written.push(text) }, () => clock.now);
  return { course, clock, last: () => written.at(-1) ?? '', written };
}

test('a terminal shows on one line how much there is, and how long the rest will take', () => {
  const { course, clock, last } = aCourse(true);
  course.expect(10_000, 0);
  course.progress('dcim/devices', 500, 4_000);
  expect(last()).toContain('dcim/devices … 500 of 4,000');
  clock.now = 60_000;
  course.progress('dcim/devices', 2_000, 4_000);
  expect(last()).toContain('2,000 of 4,000 (20 % of everything), about 4 min left');
  course.progress('dcim/devices', 4_000, 4_000);
  clock.now = 90_000;
  course.progress('dcim/interfaces', 5_000, 6_000);
  expect(last()).toContain('(90 % of everything), about 10 s left');
});

test('what was done before counts as done, and not for the pace', () => {
  const { course, clock, last } = aCourse(true);
  course.expect(10_000, 5_000);
  clock.now = 60_000;
  course.progress('dcim/devices', 6_000, 10_000);
  expect(last()).toContain('(60 % of everything), about 4 min left');
});

test('elsewhere there is a line now and then, and one for each part', () => {
  const { course, clock, written } = aCourse(false);
  for (let done = 100; done <= 2_500; done += 100) {
    clock.now += 1_000;
    course.progress('objects', done, 5_000);
  }
  course.progress('relations between them', 10);
  course.end();
  expect(written).toEqual([
    'objects: 1,000 of 5,000, about 40 s left\n',
    'objects: 2,000 of 5,000, about 30 s left\n',
    'objects: 2,500\n',
    'relations between them: 10\n',
  ]);
});
