import { SentFile, type SentForm } from '@plumbline/http';
import type { VariableDescription } from '@plumbline/jobs';
import type { Row } from '@plumbline/model';

/** What a form says, as JSON would say it, and the files it brings by the variables they are for. */
export interface ReadRunRequest {
  body: Row;
  files: Map<string, SentFile>;
}

const several = new Set(['MultiChoiceVar', 'MultiObjectVar']);
const scheduled = ['name', 'start_time', 'interval', 'crontab'];

/**
 * Reads a form with which a job is started: its variables as fields, the schedule and the queue with an underscore. A form
 * says of several values that there are none by an empty one.
 */
export function readRunRequest({ values }: SentForm, variables: readonly VariableDescription[]): ReadRunRequest {
  const types = new Map(variables.map(({ name, type }) => [name, type]));
  const files = new Map<string, SentFile>();
  const data: [string, unknown][] = [];
  const schedule: [string, unknown][] = [];
  let queue: unknown;
  for (const [field, sent] of values) {
    const last = sent.at(-1);
    if (last instanceof SentFile) files.set(field, last);
    else if (field === '_task_queue') queue = last;
    else if (scheduled.some((name) => field === `_schedule_${name}`)) schedule.push([field.slice(10), last]);
    else data.push([field, several.has(types.get(field) ?? '') ? sent.filter((value) => value !== '') : last]);
  }
  const said = schedule.filter(([, value]) => value !== '');
  return {
    body: {
      data: Object.fromEntries(data),
      ...(said.length > 0 ? { schedule: Object.fromEntries(said) } : {}),
      ...(queue === undefined ? {} : { task_queue: queue }),
    },
    files,
  };
}
