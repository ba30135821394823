import { allValues, lastValue, readQuery, writeQuery } from '../src';

describe('readQuery', () => {
  it('keeps every repetition in order and lets the last one count', () => {
    const query = readQuery('/api/ipam/prefixes/?status=Active&limit=5&status=Reserved&limit=7');
    expect(allValues(query, 'status')).toEqual(['Active', 'Reserved']);
    expect(lastValue(query, 'limit')).toBe('7');
    expect([...query.keys()]).toEqual(['status', 'limit']);
  });

  it('takes plus for a space and decodes names as well as values', () => {
    const query = readQuery('/?q=a+b%2Bc&n%61me=Z%C3%BCrich');
    expect(lastValue(query, 'q')).toBe('a b+c');
    expect(lastValue(query, 'name')).toBe('Zürich');
  });

  it('keeps empty values, values without equals sign and equals signs inside values', () => {
    const query = readQuery('/?a=&b&c=1=2&&=x');
    expect([...query]).toEqual([
      ['a', ['']],
      ['b', ['']],
      ['c', ['1=2']],
      ['', ['x']],
    ]);
  });

  it('survives broken escapes', () => {
    const query = readQuery('/?a=%&b=%zz&c=%ff&d=%C3%BCx%');
    expect([...query.values()].flat()).toEqual(['%', '%zz', '\ufffd', 'üx%']);
  });

  it('reads unescaped UTF-8 bytes as node hands them over', () => {
    expect(lastValue(readQuery(`/?q=${Buffer.from('Zürich').toString('latin1')}`), 'q')).toBe('Zürich');
    expect(lastValue(readQuery('/?q=Zürich'), 'q')).toBe('Zürich');
  });

  it('has no parameters without a query, and none of them is inherited', () => {
    expect(readQuery('/api/').size).toBe(0);
    expect(readQuery(undefined).size).toBe(0);
    expect(allValues(readQuery('/?a=1'), 'constructor')).toEqual([]);
    expect(lastValue(readQuery('/?__proto__=1'), '__proto__')).toBe('1');
  });

  it('is undone by writeQuery', () => {
    const text = 'q=a+b&name=Z%C3%BCrich&tag=x&tag=y%26z&note=%28%29%2A%21%27';
    expect(writeQuery(readQuery(`/?${text}`))).toBe(text);
  });
});
