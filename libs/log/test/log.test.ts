import { createLog } from '../src';

function capture(level?: string) {
  const lines: string[] = [];
  const log = createLog({ name: 'ipam', level, destination: { write: (line) => lines.push(line) } });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? 'null') };
}

describe('createLog', () => {
  it('writes one line of JSON with time, level, name and message', () => {
    const { log, lines, last } = capture();
    log.info({ requestId: 'r1', sql: 4 }, 'page answered');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^[^\n]+\n$/);
    expect(last()).toMatchObject({ level: 'info', name: 'ipam', message: 'page answered', requestId: 'r1', sql: 4 });
    expect(Date.parse(last().time)).not.toBeNaN();
  });

  it('keeps below its level silent', () => {
    const { log, lines } = capture('warn');
    log.info('hidden');
    expect(lines).toEqual([]);
  });

  it('hides secrets at every depth, in children and in errors', () => {
    const { log, lines } = capture();
    log.info({
      headers: { Authorization: 'Token sesame', cookie: 'sesame', accept: 'x' },
      users: [{ password: 'sesame' }],
    });
    log.child({ apiToken: 'sesame' }).info('child');
    log.error({ error: Object.assign(new Error('boom'), { config: { secretKey: 'sesame' } }) }, 'failed');
    log.info({ databaseUrl: 'postgres://plumbline:sesame@db/plumbline' });
    expect(lines.join('')).not.toContain('sesame');
    expect(lines[0]).toContain('"accept":"x"');
    expect(lines[2]).toContain('boom');
    expect(lines[3]).toContain('@db/plumbline');
  });

  it('leaves out the rows that the database quotes in its errors', () => {
    const { log, lines, last } = capture();
    const quoted = {
      severity: 'ERROR',
      routine: 'ExecConstraints',
      code: '23514',
      detail: 'Failing row contains (sesame).',
    };
    const broken = Object.assign(new Error('a check is violated'), quoted);
    log.error({ error: broken }, 'failed');
    log.error({ error: new Error('outer', { cause: broken }) }, 'failed');
    expect(lines.join('')).not.toContain('sesame');
    expect(last().error.cause).toMatchObject({ message: 'a check is violated', code: '23514' });
    log.error({ error: Object.assign(new Error('x'), { detail: 'of ours' }) }, 'failed');
    expect(last().error.detail).toBe('of ours');
  });

  it('leaves counts about secrets readable and the caller’s object untouched', () => {
    const { log, last } = capture();
    const fields = { tokens: 3, nested: { token: 'abc' } };
    log.info(fields);
    expect(last()).toMatchObject({ tokens: 3, nested: { token: '[redacted]' } });
    expect(fields.nested.token).toBe('abc');
  });
});
