import { negotiate, Problem, type Renderer } from '../src';

function ask(accept: string | undefined, url = '/api/', renderers?: readonly Renderer[]) {
  return negotiate({ headers: accept === undefined ? {} : { accept }, url }, renderers);
}

function refusal(act: () => unknown): Problem {
  try {
    act();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('expected a Problem');
}

const chrome = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

describe('negotiate: the renderer', () => {
  it.each([
    [undefined, '/', 'json'],
    ['', '/', 'json'],
    ['*/*', '/', 'json'],
    ['application/json;', '/', 'json'],
    ['application/*', '/', 'json'],
    ['Application/JSON', '/', 'json'],
    ['text/html', '/', 'html'],
    ['text/csv', '/', 'csv'],
    ['text/*', '/', 'html'],
    [chrome, '/', 'html'],
    ['text/html, application/json', '/', 'json'],
    ['application/json;q=0.2, text/csv;q=0.9', '/', 'csv'],
    ['application/json;q=0, */*', '/', 'html'],
    ['*, text/csv', '/', 'csv'],
    [chrome, '/?format=json', 'json'],
    ['*/*', '/?format=api', 'html'],
    ['*/*', '/?format=csv', 'csv'],
    ['*/*', '/?format=json&format=csv', 'csv'],
    ['*/*', '/?format=', 'json'],
    ['application/json; note="a,b;c"', '/', 'json'],
  ])('Accept %s on %s is %s', (accept, url, renderer) => {
    expect(ask(accept, url).renderer).toBe(renderer);
  });

  it('is refused with 406 when Accept cannot be met, also after a format was chosen', () => {
    for (const act of [
      () => ask('image/png'),
      () => ask('application/json', '/?format=csv'),
      () => ask('nonsense'),
      () => ask('text/csv', '/', ['json', 'html']),
    ]) {
      const problem = refusal(act);
      expect(problem.status).toBe(406);
      expect(problem.body).toEqual({ detail: 'Could not satisfy the request Accept header.' });
    }
  });

  it('is a 404 for a format nobody knows or the endpoint does not have', () => {
    expect(refusal(() => ask('*/*', '/?format=xml')).status).toBe(404);
    expect(refusal(() => ask('*/*', '/?format=csv', ['json'])).status).toBe(404);
  });
});

describe('negotiate: the version', () => {
  it.each([
    ['*/*', '/', '2.1'],
    ['application/json; version=2.0', '/', '2.0'],
    ['application/json', '/?api_version=2.0', '2.0'],
    ['application/json; version=2.1', '/?api_version=2.1', '2.1'],
    ['application/json; version="2.0"', '/', '2.0'],
    ['application/json;', '/', '2.1'],
  ])('Accept %s on %s is %s', (accept, url, version) => {
    expect(ask(accept, url).version).toBe(version);
  });

  it('must not differ between header and query, which is tested first', () => {
    for (const asked of ['2.0', '9.9']) {
      const problem = refusal(() => ask(`application/json; version=${asked}`, '/?api_version=2.1'));
      expect(problem.status).toBe(400);
      expect(problem.body).toEqual({ detail: 'Version mismatch between "Accept" header and query parameter.' });
    }
  });

  it('must be one we speak', () => {
    const header = refusal(() => ask('application/json; version=1.2'));
    expect(header.status).toBe(406);
    expect(header.body).toEqual({
      detail: 'Invalid version "1.2" in "Accept" header. Supported versions are: 2.0, 2.1',
    });
    const query = refusal(() => ask('*/*', '/?api_version=1.2'));
    expect(query.status).toBe(404);
    expect(query.body).toEqual({
      detail: 'Invalid version "1.2" in query parameter. Supported versions are: 2.0, 2.1',
    });
  });
});

describe('negotiate: the indent', () => {
  it.each([
    ['application/json; indent=2', 2],
    ['application/json; indent=99', 8],
    ['application/json; indent=0', undefined],
    ['application/json; indent=x', undefined],
    ['application/json', undefined],
  ])('Accept %s indents by %s', (accept, indent) => {
    expect(ask(accept).indent).toBe(indent);
  });
});
