import {
  type IdentityStatement,
  readForwarded,
  readStatement,
  signStatement,
  statementHeader,
  stripInternalHeaders,
} from '../src';

const [mine, anothers] = ['k', 'l'].map((letter) => Buffer.alloc(32, letter)) as [Buffer, Buffer];
const keys = [mine, anothers, Buffer.alloc(32, 'm')];
const bound = { app: 'ipam', method: 'PATCH', url: '/api/ipam/prefixes/?name=ü' };
const statement: IdentityStatement = {
  requestId: 'r-1',
  base: 'https://sot.example.net',
  deadline: 1_700_000_030_000,
  method: 'PATCH',
  identity: {
    userId: '0b7ad2a2-6a66-4c2b-9d0b-6a1c4b2a7b11',
    username: 'Zoë.admin',
    isSuperuser: false,
    writeEnabled: true,
    permissionStamp: 'p7',
  },
};
const now = Date.now();
const header = signStatement(statement, bound, keys, now);

describe('a signed statement', () => {
  it('arrives as it was made, and goes on to every service', () => {
    for (const key of keys) {
      expect(readStatement(header, bound, key, now)).toEqual(statement);
      expect(readForwarded(header, key, now)).toEqual(statement);
    }
  });

  it('is short and fits a header', () => {
    expect(header).toMatch(/^[\w.-]+$/);
    expect(header.length).toBeLessThan(500);
  });

  it('is worth nothing with another key, when touched, or when it is something else', () => {
    const [form, text, proofs] = header.split('.') as [string, string, string];
    const forged = Buffer.from(Buffer.from(text, 'base64url').toString().replace('false', 'true')).toString(
      'base64url',
    );
    const damaged = [
      '',
      'a.b.c',
      `${header}.x`,
      `${form}.${forged}.${proofs}`,
      `${form}.${text}.${proofs.slice(0, 10)}`,
    ];
    for (const other of [undefined, [header], ...damaged])
      expect(readStatement(other, bound, mine, now)).toBeUndefined();
    for (const other of damaged) expect(readForwarded(other, mine, now)).toBeUndefined();
    expect(readStatement(header, bound, Buffer.alloc(32, 'x'), now)).toBeUndefined();
  });

  it('made by a service convinces that service alone', () => {
    const own = signStatement(statement, bound, [mine], now);
    expect(readForwarded(own, mine, now)).toEqual(statement);
    expect(readForwarded(own, anothers, now)).toBeUndefined();
    expect(readStatement(own, bound, anothers, now)).toBeUndefined();
  });

  it('lets one request in, within seconds, and has parts of it done until it is over', () => {
    for (const other of [{ app: 'dcim' }, { method: 'DELETE' }, { url: '/api/ipam/prefixes/' }])
      expect(readStatement(header, { ...bound, ...other }, mine, now)).toBeUndefined();
    expect(readStatement(header, bound, mine, now + 10_000)).toEqual(statement);
    expect(readStatement(header, bound, mine, now + 10_001)).toBeUndefined();
    expect(readStatement(header, bound, mine, now - 10_001)).toBeUndefined();
    expect(readForwarded(header, mine, now + 150_000)).toEqual(statement);
    expect(readForwarded(header, mine, now + 150_001)).toBeUndefined();
  });

  it('has parts of what is only read done for as long as a table may be read', () => {
    const day = 24 * 60 * 60_000;
    const reading = { ...statement, method: 'GET' };
    const read = signStatement(reading, { ...bound, method: 'GET' }, keys, now);
    expect(readForwarded(read, mine, now + day)).toEqual(reading);
    expect(readForwarded(read, mine, now + day + 1)).toBeUndefined();
    expect(readStatement(read, { ...bound, method: 'GET' }, mine, now + 10_001)).toBeUndefined();
  });
});

describe('stripInternalHeaders', () => {
  it('removes what only Plumbline’s own processes may say', () => {
    const headers = { [statementHeader]: 'x', 'x-plumbline-anything': 'y', 'x-request-id': 'z', accept: '*/*' };
    stripInternalHeaders(headers);
    expect(headers).toEqual({ 'x-request-id': 'z', accept: '*/*' });
  });
});
