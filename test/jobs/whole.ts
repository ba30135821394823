import { rmSync } from 'node:fs';
import { eventually } from '../harness/eventually';
import { startForm, type Whole } from '../harness/forms';
import { betweenLooks, type Form } from '../harness/program';
import { jobsFolder } from './folder';

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
type Shown = any;

/** A program whose worker runs the jobs of a folder. */
export interface JobsWhole extends Whole {
  folder: string;
  /** Starts a job by its name and answers its result's id. */
  begin(name: string, body?: object): Promise<string>;
  /** The result, once it has come to its end. */
  ended(id: string): Promise<Shown>;
  /** Waits until a result is as far as this. */
  reaches(id: string, status: string): Promise<void>;
  /** What the run wrote into its log. */
  log(id: string): Promise<Shown[]>;
  /** Lets everybody run a job. */
  enable(name: string): Promise<void>;
}

const over = ['SUCCESS', 'FAILURE', 'REVOKED'];

export async function startWithJobs(form: Form, env: Record<string, string> = {}): Promise<JobsWhole> {
  const folder = jobsFolder();
  const whole = await startForm(form, {
    env: { PLUMBLINE_WORKERS: '1', PLUMBLINE_JOBS: folder, PLUMBLINE_JOB_MEMORY: '128', ...env },
  });
  const { client } = whole;
  const result = async (id: string) => (await client.must(200, 'GET', `extras/job-results/${id}/`)).body;
  const areThere = async () =>
    (await client.must(200, 'GET', 'extras/jobs/?name=On%20button&name=Careful&installed=true')).body.count === 2;
  await eventually('the jobs are there', 60_000, areThere, betweenLooks);
  return {
    ...whole,
    folder,
    begin: async (name, body = {}) => {
      const answer = await client.must(201, 'POST', `extras/jobs/${encodeURIComponent(name)}/run/`, body);
      return answer.body.job_result.id;
    },
    ended: (id) =>
      eventually(
        'the run has ended',
        60_000,
        async () => {
          const found = await result(id);
          return over.includes(found.status.value) && found;
        },
        betweenLooks,
      ),
    reaches: async (id, status) => {
      await eventually(`the run is ${status}`, 60_000, async () => (await result(id)).status.value === status);
    },
    log: async (id) => (await client.must(200, 'GET', `extras/job-results/${id}/logs/`)).body,
    enable: async (name) => {
      await client.must(200, 'PATCH', `extras/jobs/${encodeURIComponent(name)}/`, { enabled: true });
    },
    stop: async () => {
      await whole.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
