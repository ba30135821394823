import { problemsOf } from './problemsOf';
import { alertQueries, type Query } from './queries';
import { toldMeasures } from './toldMeasures';

describe('a query', () => {
  const told = toldMeasures(
    '# HELP a_total A.\na_total{verb="x y=\\"}",service="ipam"} 1\nb_bucket{le="+Inf"} 2.5e-7\nc 3\n',
  );
  const query = (expression: string, ...shown: string[]): Query => ({ of: 'it', expression, shown });

  it('passes when everything it speaks of is there', () => {
    expect([...told]).toEqual([
      ['a_total', new Set(['verb', 'service'])],
      ['b_bucket', new Set(['le'])],
      ['c', new Set()],
    ]);
    const fine = ['sum by (verb) (rate(a_total{service=~"i.*"}[5m])) / on(verb) a_total > 1', 'c', 'max(c) and c'];
    for (const expression of fine) expect(problemsOf(query(expression), told)).toEqual([]);
    expect(problemsOf(query('histogram_quantile(0.9, sum by (le) (rate(b_bucket[5m])))'), told)).toEqual([]);
  });

  it('is found out when a name or a label is not there, or when it is no query', () => {
    expect(problemsOf(query('sum(rate(b_count[5m]))'), told)).toEqual(['it: nothing is called b_count']);
    expect(problemsOf(query('a_total{app="x"}'), told)).toEqual(['it: a_total has no label app']);
    expect(problemsOf(query('sum by (app) (max by (verb) (a_total))'), told)).toEqual(['it: a_total has no label app']);
    expect(problemsOf(query('c', 'queue'), told)).toEqual(['it: c has no label queue']);
    expect(problemsOf(query('sum(c'), told)).not.toEqual([]);
    expect(problemsOf(query('1 + 1'), told)).toEqual(['it: asks for nothing']);
  });
});

describe('the alerts', () => {
  it('are told of a gateway that is away, of which nothing is measured', () => {
    const silences = alertQueries().filter(({ expression }) => /^absent\((\w+)\)$/.test(expression));
    expect(silences).toHaveLength(1);
    const told = toldMeasures('plumbline_service_up{service="ipam"} 1\n');
    expect(silences.flatMap((query) => problemsOf(query, told))).toEqual([]);
  });
});
