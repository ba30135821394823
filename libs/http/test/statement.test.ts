import { readStatement, type Statement, signStatement, statementHeader, stripInternalHeaders } from '../src';

const key = 'k'.repeat(40);
const statement: Statement = {
  requestId: 'r-1',
  base: 'https://sot.example.net',
  deadline: 1_700_000_030_000,
  identity: {
    userId: '0b7ad2a2-6a66-4c2b-9d0b-6a1c4b2a7b11',
    username: 'Zoë.admin',
    isSuperuser: false,
    writeEnabled: true,
    permissionStamp: 'p7',
  },
};

describe('a signed statement', () => {
  it('arrives as it was made', () => {
    expect(readStatement(signStatement(statement, key), key)).toEqual(statement);
  });

  it('is short and fits a header', () => {
    const header = signStatement(statement, key);
    expect(header).toMatch(/^[\w.-]+$/);
    expect(header.length).toBeLessThan(400);
  });

  it('is worth nothing with another key, when touched, when old, or when it is something else', () => {
    const now = Date.now();
    const header = signStatement(statement, key, now);
    const [form, text, signature] = header.split('.') as [string, string, string];
    const forged = Buffer.from(text, 'base64url').toString().replace('false', 'true');
    expect(readStatement(header, `${key}x`, now)).toBeUndefined();
    expect(
      readStatement(`${form}.${Buffer.from(forged).toString('base64url')}.${signature}`, key, now),
    ).toBeUndefined();
    expect(readStatement(`${form}.${text}.${signature.slice(0, 10)}`, key, now)).toBeUndefined();
    expect(readStatement(header, key, now + 29_999)).toEqual(statement);
    expect(readStatement(header, key, now + 30_001)).toBeUndefined();
    for (const other of [undefined, '', 'a.b.c', `${header}.x`, [header]]) {
      expect(readStatement(other, key, now)).toBeUndefined();
    }
  });
});

describe('stripInternalHeaders', () => {
  it('removes what only Plumbline’s own processes may say', () => {
    const headers = { [statementHeader]: 'x', 'x-plumbline-anything': 'y', 'x-request-id': 'z', accept: '*/*' };
    stripInternalHeaders(headers);
    expect(headers).toEqual({ 'x-request-id': 'z', accept: '*/*' });
  });
});
