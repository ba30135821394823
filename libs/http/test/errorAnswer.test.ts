import { createLog } from '@plumbline/log';
import { errorAnswer, problems } from '../src';

function scene() {
  const lines: string[] = [];
  const log = createLog({ name: 'test', destination: { write: (line) => lines.push(line) } });
  return { log, requestId: 'r-9', lines };
}

describe('errorAnswer', () => {
  it('leaves a problem as it is', () => {
    const problem = problems.field('name', 'This field is required.');
    expect(errorAnswer(problem, scene())).toBe(problem);
  });

  it('answers 503 with Retry-After and the name of what cannot be reached', () => {
    const service = Object.assign(new Error('no responders'), { name: 'ServiceUnavailable', app: 'tenancy' });
    expect(errorAnswer(service, scene())).toMatchObject({
      status: 503,
      headers: { 'Retry-After': '2' },
      body: { detail: expect.stringContaining('tenancy') },
    });
    const database = Object.assign(new Error('refused'), { name: 'DatabaseUnavailable' });
    expect(errorAnswer(database, scene())).toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining('database') },
    });
  });

  it('keeps the client errors of frameworks', () => {
    const error = Object.assign(new Error('Failed to decode param'), { status: 400, expose: true });
    expect(errorAnswer(error, scene())).toMatchObject({ status: 400, body: { detail: 'Failed to decode param' } });
  });

  it('hides everything else behind the request id and logs it', () => {
    const at = scene();
    const answer = errorAnswer(new Error('the secret inside'), at);
    expect(answer.status).toBe(500);
    expect(answer.body).toMatchObject({
      error: 'Internal server error',
      exception: 'InternalError',
      request_id: 'r-9',
    });
    expect(JSON.stringify(answer.body)).not.toContain('inside');
    expect(at.lines.join('')).toContain('the secret inside');
    expect(at.lines.join('')).toContain('r-9');
    expect(errorAnswer('a thrown string', at).status).toBe(500);
  });
});
