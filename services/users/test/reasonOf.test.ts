import { ResponseBodyError } from 'openid-client';
import { reasonOf } from '../src/signIn/reasonOf';

test('a log is told what went wrong, and nothing of what an error holds beside it', () => {
  const request = { id_token: 'secret', client_secret: 'secret' };
  const failure = Object.assign(new Error('the request failed', { cause: request }), { code: 'ECONNRESET', request });
  expect(reasonOf(failure)).toEqual({ reason: 'the request failed | ECONNRESET' });
  const response = new Response('{}', { status: 400 });
  const cause = { error: 'invalid_grant', error_description: 'the code was used', id_token: 'secret' };
  const refused = new ResponseBodyError('the server refused', { cause, response });
  expect(reasonOf(refused).reason).toMatch(/^the server refused .*invalid_grant . the code was used$/);
});
