import { findNamed, findVisible, type UnitOfWork } from '@plumbline/engine';
import { Problem, problems, type SentFile, SentForm } from '@plumbline/http';
import { type Checked, checkValues, type ValueErrors, type VariableDescription } from '@plumbline/jobs';
import { type Reference, type Row, readObjectKey, readReference, where } from '@plumbline/model';
import { notAChoice } from './notAChoice';
import { defaultQueue } from './queueRun';
import { readRunRequest } from './readRunRequest';
import { readSchedule, type Schedule } from './schedule';

/** What a request to run a job asks for. */
export interface WantedRun {
  values: Record<string, unknown>;
  /** Files that came along, by variable. */
  files: ReadonlyMap<string, SentFile>;
  queue: string;
  schedule: Schedule | undefined;
  /** The name given to a schedule that is to run at once. */
  name: string | undefined;
}

/** Reads the body of a request to run a job; throws the 400 that says what is wrong with it. */
export async function readRun(work: UnitOfWork, job: Row, sent: unknown): Promise<WantedRun> {
  const variables = job.variables as VariableDescription[];
  const { body, files } = sent instanceof SentForm ? readRunRequest(sent, variables) : { body: sent, files: noFiles };
  const { data = {}, schedule, task_queue } = bodyOf(body);
  const read = readSchedule(schedule);
  if (read.errors) throw problems.fields({ schedule: read.errors });
  const queue = readQueue(job, task_queue);
  if (read.schedule && job.has_sensitive_variables)
    throw problems.fields({
      schedule: { interval: ['Unable to schedule job: Job may have sensitive input variables'] },
    });
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new Problem(400, { errors: ['Job data needs to be a dict'] });
  const values = await readValues(work, variables, data as Row, files);
  const name = (schedule as Row | null | undefined)?.name;
  return {
    values,
    files,
    queue,
    schedule: read.schedule,
    name: typeof name === 'string' && name !== '' ? name : undefined,
  };
}

const noFiles: ReadonlyMap<string, SentFile> = new Map();

function bodyOf(body: unknown): Row {
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw problems.field('non_field_errors', 'Invalid data. Expected a dictionary.');
  return body as Row;
}

/** The queue somebody names, or the job's first one. */
function readQueue(job: Row, given: unknown): string {
  const known = job.task_queues as string[];
  const queues = known.length > 0 ? known : [defaultQueue];
  if (given === undefined || given === null || given === '') return queues[0]!;
  if (typeof given === 'string' && queues.includes(given)) return given;
  throw problems.field('task_queue', notAChoice(given));
}

/** The values of a job's variables, objects by their ids; throws the 400 that says what is wrong with which. */
export async function readValues(
  work: UnitOfWork,
  variables: VariableDescription[],
  data: Row,
  files: ReadonlyMap<string, SentFile>,
): Promise<WantedRun['values']> {
  const checked = checkValues(variables, data, new Set(files.keys()));
  for (const [name, { bytes }] of files)
    if (bytes.length > work.engine.settings.uploadBytes)
      tell(
        checked.errors,
        name,
        `The file has ${bytes.length} bytes; ${work.engine.settings.uploadBytes} are allowed.`,
      );
  for (const object of checked.objects) {
    const manifest = work.engine.catalog.find(object.model);
    // What nobody but its service reads can be given to no job.
    if (manifest?.endpoint && !manifest.sealed) await findObjects(work, object, checked);
    else tell(checked.errors, object.name, `There are no objects of the kind ${object.model}.`);
  }
  if (Object.keys(checked.errors).length > 0) throw new Problem(400, { errors: checked.errors });
  return checked.values;
}

const tell = (errors: ValueErrors, name: string, message: string): void => {
  errors[name] = [message];
};

/** Finds the objects a variable names, of those that the caller may see. */
async function findObjects(
  work: UnitOfWork,
  object: Checked['objects'][number],
  { values, errors }: Checked,
): Promise<void> {
  const { name, model, many, named } = object;
  const isNumbered = work.engine.catalog.find(model)?.keyType === 'int';
  const references = named.map((given) => referenceOf(given, isNumbered));
  const unread = references.indexOf(undefined);
  if (unread >= 0) return tell(errors, name, notFound(named[unread]));
  const found = await findNamed(
    work,
    (references as Reference[]).map((reference) => ({ label: model, scope: [], reference })),
  );
  const problem = found.find((one) => 'problem' in one);
  if (problem && 'problem' in problem) return tell(errors, name, problem.problem);
  const ids = [...new Set(found.flatMap((one) => ('id' in one ? [one.id] : [])))];
  const visible = new Set(await findVisible(work, model, where('id', 'in', ids)));
  const hidden = ids.find((id) => !visible.has(id));
  if (hidden !== undefined) return tell(errors, name, notFound(hidden));
  values[name] = many ? ids : ids[0];
}

function referenceOf(given: unknown, isNumbered: boolean): Reference | undefined {
  // The id may be called the key, as in the messages of the contract.
  const { pk, ...rest } = (typeof given === 'object' ? given : {}) as Row;
  const named = pk !== undefined && Object.keys(rest).length === 0 ? pk : given;
  // Forms have nothing but text.
  const reference = readReference(isNumbered ? (readObjectKey('int', named) ?? named) : named);
  return reference === null || 'unrecognized' in reference ? undefined : reference;
}

const notFound = (given: unknown): string =>
  `Select a valid choice. ${JSON.stringify(given)?.slice(0, 200)} does not match an object you may see.`;
