import { DatabaseUnavailable } from '@plumbline/store';
import { DatabaseError } from 'pg';
import { examineFailure } from '../src/doctor/databases';

const refusal = (code: string, message: string) =>
  Object.assign(new DatabaseError(message, message.length, 'error'), { code });

describe('a database that cannot be examined', () => {
  it('has a full disk, where the server says so', () => {
    const full = refusal('53100', 'could not extend file "base/1/2": No space left on device');
    expect(examineFailure('ipam', new DatabaseUnavailable('ipam', full))).toMatchObject({
      verdict: 'ill',
      about: 'ipam: database',
      text: expect.stringContaining('No space left on device'),
      advice: expect.stringMatching(
        /^The disk of its server is full: make room there; nothing has to be started again\. Clients send again/,
      ),
    });
  });

  it('may not be there, or not take the role', () => {
    expect(examineFailure('ipam', refusal('28P01', 'password authentication failed'))).toMatchObject({
      advice: 'Look whether the server runs and takes the role: DATABASE_URL, or IPAM_DATABASE_URL.',
    });
  });
});
