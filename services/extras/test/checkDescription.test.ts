import { defineJob, describeJob, type JobDescription } from '@plumbline/jobs';
import { descriptionProblem } from '../src/jobs/checkDescription';

/** What a worker hears of a job with this in its definition. */
const told = (definition: object): JobDescription => {
  const job = defineJob({ ...definition, run: () => undefined });
  return JSON.parse(JSON.stringify(describeJob(job, 'Tried', 'tried')));
};

test('a job may leave everything out', () => {
  expect(descriptionProblem(told({}))).toBeUndefined();
});

test.each([
  ['a number for a name', { name: 42 }, /^name: /],
  ['nothing for a name', { name: null }, /^name: /],
  ['a number for a grouping', { grouping: 7 }, /^grouping: /],
  ['no end of time', { timeLimit: Number.POSITIVE_INFINITY }, /^timeLimit: /],
  ['words for a time', { softTimeLimit: '5 min' }, /^softTimeLimit: /],
  ['a queue with too long a name', { taskQueues: ['q'.repeat(101)] }, /^taskQueues\.0: /],
  ['half a character', { description: 'half \ud800' }, /halves of characters/],
])('what nobody could keep is told: %s', (_what, definition, problem) => {
  expect(descriptionProblem(told(definition))).toMatch(problem);
});
