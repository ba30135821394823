#!/usr/bin/env node
// replay.mjs - replays recorded REST scenarios against a server and compares the answers
// with the recorded reference answers. No dependencies; Node 20+.
//
//   node replay.mjs --base http://host:port --token T [options] FILE_OR_DIR...
//
// Options: --only PATTERN   run only scenarios whose "file:scenario" matches (substring or /regex/)
//          --json FILE      write a machine-readable report
//          --run TOKEN      six characters [a-z][a-z0-9]{5} used as the unique suffix (random by default)
//          --first N        number of the first scenario's suffix, the others follow it (random by default)
//          --strict LIST    comma list of soft categories to treat as failures (order,wording,addition)
//          --ignore LIST    comma list of categories to ignore
//          --max-diffs N    differences printed per step (default 6)
//          --quiet          print only per-scenario lines and totals
//          --verbose        also print soft differences and passing steps
//          --stop           stop at the first failing step
//          --timeout MS     per-request timeout (default 30000)
// Exit status: 0 when every step passed, 1 when some failed, 2 on usage errors.
import http from 'node:http';
import https from 'node:https';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export const UUID = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';
const TS = '\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,6})?(?:Z|[+-]\\d\\d:\\d\\d)';
const MATCHERS = {
  ts: TS,
  date: '\\d{4}-\\d\\d-\\d\\d',
  any: '[\\s\\S]*',
  int: '-?\\d+',
  hex: '[0-9a-fA-F]+',
  hex40: '[0-9a-f]{40}',
  uuid: UUID,
  b64: '[A-Za-z0-9+/=]*',
};
export const SOFT = new Set(['order', 'wording', 'addition']);
const esc = (s) => s.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const TOKEN_RE = /\{\{([A-Za-z0-9_.:~-]+)\}\}/g;

const RUNS = 4 * 12 ** 4 * 8;
// the suffix of a number; all of them up to RUNS differ
export function newRun(number = Math.floor(Math.random() * RUNS)) {
  // few letters, none of which a recorded filter looks for within names
  const a = 'kqxz', b = a + '23456789';
  let left = (number * 408911) % RUNS;
  const one = (of) => { const c = of[left % of.length]; left = Math.floor(left / of.length); return c; };
  // always one digit, so that the token never collides with a plain word
  return one(a) + one(b) + one(b) + one(b) + one(b) + one('23456789');
}

// ---------------------------------------------------------------- symbols
export class Ctx {
  constructor(base, run) { this.base = base; this.run = run; this.syms = new Map(); this.rev = new Map(); }
  const(name) { return name === 'base' ? this.base : name === 'run' ? this.run : name === 'host' ? this.base.replace(/^https?:\/\//, '') : undefined; }
  bind(name, value) {
    if (this.syms.has(name)) return this.syms.get(name) === value;
    this.syms.set(name, value);
    this.rev.set(value, name);
    return true;
  }
  // substitute for requests; throws on unbound names
  subst(v) {
    if (typeof v === 'string') {
      const num = /^\{\{(num:[^}]+)\}\}$/.exec(v);
      if (num && this.syms.has(num[1])) return Number(this.syms.get(num[1]));
      return v.replace(TOKEN_RE, (m, name) => {
        const c = this.const(name);
        if (c !== undefined) return c;
        const [n, cut] = name.split('~');
        if (this.syms.has(n)) { const x = this.syms.get(n); return cut ? x.slice(0, +cut) : x; }
        const e = new Error('unbound ' + n); e.unbound = n; throw e;
      });
    }
    if (Array.isArray(v)) return v.map((x) => this.subst(x));
    if (v && typeof v === 'object') {
      const o = {};
      for (const k of Object.keys(v)) o[this.subst(k)] = this.subst(v[k]);
      return o;
    }
    return v;
  }
  // substitute what is known for reports
  show(v) {
    if (typeof v !== 'string') return v;
    return v.replace(TOKEN_RE, (m, name) => this.const(name) ?? this.syms.get(name.split('~')[0])?.slice(0, +name.split('~')[1] || undefined) ?? m);
  }
  // match an expected template string against an actual string, binding new symbols
  match(tpl, act) {
    if (!tpl.includes('{{')) return tpl === act;
    let re = '', last = 0, gi = 0;
    const groups = new Map(); // name -> group index
    for (const m of tpl.matchAll(TOKEN_RE)) {
      re += esc(tpl.slice(last, m.index)); last = m.index + m[0].length;
      const name = m[1];
      const c = this.const(name);
      if (c !== undefined) re += esc(c);
      else if (MATCHERS[name]) re += MATCHERS[name];
      else {
        const [n, cut] = name.split('~');
        if (this.syms.has(n)) { const x = this.syms.get(n); re += esc(cut ? x.slice(0, +cut) : x); }
        else if (cut) re += `[0-9a-f]{${cut}}`;
        else if (groups.has(n)) re += `\\${groups.get(n)}`;
        else { gi++; groups.set(n, gi); re += n.startsWith('tok:') ? '([0-9a-f]{40})' : n.startsWith('num:') ? '(\\d+)' : n.startsWith('job:') ? '([\\s\\S]+?)' : `(${UUID})`; }
      }
    }
    re += esc(tpl.slice(last));
    const r = new RegExp('^' + re + '$').exec(act);
    if (!r) return false;
    const news = [];
    for (const [n, i] of groups) news.push([n, r[i]]);
    for (const [n, v] of news) {
      if (this.rev.has(v)) return false; // a "new" object must not be one already known under another name
    }
    for (const [n, v] of news) this.bind(n, v);
    return true;
  }
}

// ---------------------------------------------------------------- comparison
const typ = (v) => (v === null ? 'null' : Array.isArray(v) ? 'array' : typeof v);
const short = (v) => { const s = typeof v === 'string' ? JSON.stringify(v) : JSON.stringify(v) ?? 'undefined'; return s.length > 160 ? s.slice(0, 157) + '...' : s; };
// objects whose keys belong to the server's own data: keys that do not carry the run token are not compared
const OPEN_KEYS = new Set(['custom_fields', 'computed_fields', 'relationships']);

// Two values of the reference depend on its own state and are compared loosely:
// - natural_slug: the number of consecutive underscores grows with the deepest location tree on the server;
// - display of tree models ("parent \u2192 child"): cached for some seconds, so it may lag behind a change of parent.
const collapse = (s) => s.replace(/_{2,}/g, '_');
function tolerated(e, a, key, ctx) {
  if (key === 'natural_slug' || key === 'csv') { if (ctx.match(collapse(e), collapse(a))) return true; }
  if ((key === 'display' || key === 'csv') && (e.includes(' \u2192 ') || a.includes(' \u2192 ')) && ctx.match(e.split(' \u2192 ').at(-1), a.split(' \u2192 ').at(-1))) return 'soft';
  return false;
}

export function compare(exp, act, ctx, opt = {}) {
  const diffs = [];
  const add = (category, p, e, a) => diffs.push({ category, path: p || '$', expected: e, actual: a });
  const walk = (e, a, p, key) => {
    if (e && typeof e === 'object' && !Array.isArray(e)) {
      if ('$any' in e) return;
      if ('$type' in e) { if (!String(e.$type).split('|').includes(typ(a))) add('type', p, e.$type, typ(a)); return; }
      if ('$unordered' in e) {
        if (!Array.isArray(a)) return add('type', p, 'array', typ(a));
        if (a.length !== e.$unordered.length) add('value', p + '.length', e.$unordered.length, a.length);
        const left = a.map((x, i) => i);
        for (const [i, ee] of e.$unordered.entries()) {
          const hit = left.find((j) => !trial(ee, a[j]));
          if (hit === undefined) add('value', `${p}[*]`, ctx.show(typeof ee === 'string' ? ee : JSON.stringify(ee)), a.length === 1 ? a[0] : `no equal element among ${a.length}`);
          else { left.splice(left.indexOf(hit), 1); walk(ee, a[hit], `${p}[${hit}]`); }
        }
        return;
      }
      if ('$contains' in e) {
        if (!Array.isArray(a)) return add('type', p, 'array', typ(a));
        for (const ee of e.$contains) if (!a.some((x) => !trial(ee, x))) add('value', `${p}[*]`, ctx.show(typeof ee === 'string' ? ee : JSON.stringify(ee)), 'no such element');
        return;
      }
      if ('$partial' in e) {
        if (typ(a) !== 'object') return add('type', p, 'object', typ(a));
        for (const k of Object.keys(e.$partial)) {
          const kk = ctx.show(k);
          if (!(kk in a)) add('missing-key', p ? `${p}.${kk}` : kk, e.$partial[k], undefined);
          else walk(e.$partial[k], a[kk], p ? `${p}.${kk}` : kk, kk);
        }
        return;
      }
      if (typ(a) !== 'object') return add(a === null ? 'value' : 'type', p, 'object', a === null ? null : typ(a));
      const ek = Object.keys(e), ekr = ek.map((k) => ctx.show(k)), ak = Object.keys(a);
      const open = OPEN_KEYS.has(key);
      ek.forEach((k, i) => {
        const q = p ? `${p}.${ekr[i]}` : ekr[i];
        if (!(ekr[i] in a)) add('missing-key', q, e[k], undefined);
        else walk(e[k], a[ekr[i]], q, ekr[i]);
      });
      const es = new Set(ekr);
      for (const k of ak) if (!es.has(k) && !(open && !k.includes(ctx.run))) add('extra-key', p ? `${p}.${k}` : k, undefined, a[k]);
      const c1 = ekr.filter((k) => k in a), c2 = ak.filter((k) => es.has(k));
      if (!open && c1.join('\0') !== c2.join('\0')) add('order', p, ekr.join(','), ak.join(','));
      return;
    }
    if (Array.isArray(e)) {
      if (!Array.isArray(a)) return add(a === null ? 'value' : 'type', p, 'array', typ(a));
      if (e.length !== a.length) add('value', `${p}.length`, e.length, a.length);
      for (let i = 0; i < Math.min(e.length, a.length); i++) walk(e[i], a[i], `${p}[${i}]`);
      return;
    }
    if (typeof e === 'string') {
      if (typeof a === 'number' && /^\{\{num:[^}]+\}\}$/.test(e)) { if (!ctx.match(e, String(a))) add('value', p, ctx.show(e), a); return; }
      if (typeof a !== 'string') return add(a === null ? 'value' : 'type', p, ctx.show(e), a);
      if (!ctx.match(e, a)) { const w = tolerated(e, a, key, ctx); if (w !== true) add(opt.wording || w === 'soft' ? 'wording' : 'value', p, ctx.show(e), a); }
      return;
    }
    if (typ(e) !== typ(a)) return add(e === null || a === null ? 'value' : 'type', p, e, a);
    if (e !== a) add('value', p, e, a);
  };
  const trial = (e, a) => {
    const s = new Map(ctx.syms), r = new Map(ctx.rev);
    const d = compare(e, a, ctx, opt).filter((x) => !SOFT.has(x.category) || x.category === 'wording').length;
    ctx.syms = s; ctx.rev = r;
    return d;
  };
  walk(exp, act, '', opt.key);
  return diffs;
}

// CSV / text: compared line by line
export function compareText(exp, act, ctx, opt = {}) {
  if (ctx.match(exp, act)) return [];
  const el = exp.split(/\r?\n/), al = act.split(/\r?\n/);
  const diffs = [];
  if (el.length !== al.length) diffs.push({ category: 'value', path: 'lines', expected: el.length, actual: al.length });
  for (let i = 0; i < Math.min(el.length, al.length); i++) {
    if (ctx.match(el[i], al[i])) continue;
    const ec = el[i].split(','), ac = al[i].split(',');
    if (i === 0 && el.length > 1) {
      const es = new Set(ec), as = new Set(ac);
      for (const c of ec) if (!as.has(c)) diffs.push({ category: 'missing-key', path: `csv.header.${c}`, expected: c });
      for (const c of ac) if (!es.has(c)) diffs.push({ category: 'extra-key', path: `csv.header.${c}`, actual: c });
      if (ec.length === ac.length && ec.every((c) => as.has(c))) diffs.push({ category: 'order', path: 'csv.header', expected: el[i], actual: al[i] });
    } else if (ec.length === ac.length) {
      ec.forEach((c, j) => { const w = ctx.match(c, ac[j]) || tolerated(c, ac[j], 'csv', ctx); if (w !== true) diffs.push({ category: opt.wording || w === 'soft' ? 'wording' : 'value', path: `line[${i}].col[${j}]`, expected: ctx.show(c), actual: ac[j] }); });
    } else diffs.push({ category: opt.wording ? 'wording' : 'value', path: `line[${i}]`, expected: ctx.show(el[i]), actual: al[i] });
  }
  if (!diffs.length && !ctx.match(collapse(exp), collapse(act))) diffs.push({ category: 'value', path: '$', expected: ctx.show(exp).slice(0, 200), actual: act.slice(0, 200) });
  return diffs;
}

// ---------------------------------------------------------------- http
const agents = { 'http:': new http.Agent({ keepAlive: true, maxSockets: 4 }), 'https:': new https.Agent({ keepAlive: true, maxSockets: 4 }) };
export function request(base, { method, path: p, headers = {}, body }, timeout = 30000, retry = 1) {
  const u = new URL(base);
  const lib = u.protocol === 'https:' ? https : http;
  return new Promise((res, rej) => {
    const h = { host: u.host, ...headers };
    if (body !== undefined) h['content-length'] = Buffer.byteLength(body);
    const req = lib.request({ agent: method === 'HEAD' ? false : agents[u.protocol], protocol: u.protocol, hostname: u.hostname, port: u.port, method, path: u.pathname.replace(/\/$/, '') + p, headers: h }, (r) => {
      const quiet = method === 'HEAD' || (r.statusCode === 204 && +r.headers['content-length'] > 0);
      if (quiet) r.on('error', () => {});
      if (quiet) { res({ status: r.statusCode, headers: r.headers, buf: Buffer.alloc(0) }); r.socket.destroy(); return; }
      const chunks = [];
      r.on('data', (c) => chunks.push(c));
      r.on('end', () => res({ status: r.statusCode, headers: r.headers, buf: Buffer.concat(chunks) }));
      r.on('error', rej);
    });
    req.setTimeout(timeout, () => req.destroy(new Error('timeout')));
    req.on('error', (e) => {
      if (retry && req.reusedSocket && (e.code === 'ECONNRESET' || e.code === 'EPIPE' || String(e.code).startsWith('HPE_'))) request(base, { method, path: p, headers, body }, timeout, retry - 1).then(res, rej);
      else rej(e);
    });
    if (body !== undefined) req.write(body);
    req.end();
  });
}

export function encodeQuery(q) {
  if (!q) return '';
  const parts = [];
  for (const [k, v] of Object.entries(q)) for (const x of Array.isArray(v) ? v : [v]) parts.push(encodeURIComponent(k) + '=' + encodeURIComponent(x).replace(/%20/g, '+'));
  return parts.length ? '?' + parts.join('&') : '';
}

export function buildRequest(step, ctx, token) {
  const s = ctx.subst({ path: step.path, query: step.query, rawQuery: step.rawQuery, headers: step.headers, body: step.body, rawBody: step.rawBody, multipart: step.multipart, auth: step.auth });
  const headers = { accept: 'application/json' };
  if (s.auth === undefined) headers.authorization = 'Token ' + token;
  else if (s.auth.startsWith('basic:')) headers.authorization = 'Basic ' + Buffer.from(s.auth.slice(6)).toString('base64');
  else if (s.auth !== 'none') headers.authorization = s.auth;
  let body;
  if (s.multipart) {
    const b = '----conformance' + ctx.run;
    const parts = [];
    for (const f of s.multipart) {
      let hd = `--${b}\r\nContent-Disposition: form-data; name="${f.name}"`;
      if (f.filename) hd += `; filename="${f.filename}"`;
      hd += '\r\n' + (f.contentType ? `Content-Type: ${f.contentType}\r\n` : '') + '\r\n';
      parts.push(Buffer.from(hd), f.base64 ? Buffer.from(f.base64, 'base64') : Buffer.from(String(f.value ?? '')), Buffer.from('\r\n'));
    }
    parts.push(Buffer.from(`--${b}--\r\n`));
    body = Buffer.concat(parts);
    headers['content-type'] = 'multipart/form-data; boundary=' + b;
  } else if (s.rawBody !== undefined) { body = s.rawBody; headers['content-type'] = 'application/json'; }
  else if (s.body !== undefined) { body = JSON.stringify(s.body); headers['content-type'] = 'application/json'; }
  for (const [k, v] of Object.entries(s.headers || {})) { if (v === null) delete headers[k.toLowerCase()]; else headers[k.toLowerCase()] = v; }
  return { method: step.method, path: encodeURI(s.path).replace(/%25/g, '%') + (s.rawQuery !== undefined ? '?' + s.rawQuery : encodeQuery(s.query)), headers, body };
}

export function parseBody(r) {
  const ct = (r.headers['content-type'] || '').toLowerCase();
  if (!r.buf.length) return { kind: 'empty', value: undefined };
  if (/json/.test(ct)) { try { return { kind: 'json', value: JSON.parse(r.buf.toString('utf8')) }; } catch { return { kind: 'text', value: r.buf.toString('utf8') }; } }
  return { kind: 'text', value: r.buf.toString('utf8') };
}

export function getPath(o, p) {
  for (const k of p.split(/[.[\]]+/).filter(Boolean)) { if (o === undefined || o === null) return undefined; o = o[k]; }
  return o;
}

export function normHeader(name, v) {
  if (v === undefined) return undefined;
  if (name === 'allow') return v.split(',').map((x) => x.trim()).sort().join(', ');
  if (name === 'content-type') return v.split(';')[0].trim().toLowerCase();
  return v;
}

// one step -> {ok, diffs, skipped}
export async function runStep(step, ctx, opt) {
  let req;
  try { req = buildRequest(step, ctx, opt.token); }
  catch (e) { if (!e.unbound) throw e; return { ok: false, skipped: e.unbound, diffs: [{ category: 'skipped-dependency', path: '$', expected: `{{${e.unbound}}}`, actual: 'not captured by an earlier step' }] }; }
  let r;
  try { r = await request(opt.base, req, opt.timeout); }
  catch (e) { return { ok: false, req, diffs: [{ category: 'status', path: '$', expected: step.expect.status, actual: `request error: ${e.message}` }] }; }
  const diffs = [];
  const ex = step.expect;
  const okStatus = Array.isArray(ex.status) ? ex.status.includes(r.status) : ex.status === r.status;
  const b = parseBody(r);
  if (!okStatus) diffs.push({ category: 'status', path: '$', expected: ex.status, actual: r.status, body: short(b.value) });
  for (const [k, v] of Object.entries(ex.headers || {})) {
    const a = normHeader(k, r.headers[k]);
    if (v === null) { if (a !== undefined) diffs.push({ category: 'header', path: k, expected: null, actual: a }); continue; }
    if (a === undefined || !ctx.match(v, a)) diffs.push({ category: 'header', path: k, expected: ctx.show(v), actual: a });
  }
  const capture = () => {
    for (const [n, p] of Object.entries(step.capture || {})) {
      const v = getPath(b.value, p);
      if (v !== undefined && v !== null) { if (!ctx.syms.has(n)) ctx.bind(n, String(v)); }
      else if (okStatus) diffs.push({ category: 'missing-key', path: p, expected: `a value for {{${n}}}`, actual: undefined });
    }
  };
  capture();
  if (okStatus || Math.floor(r.status / 100) === Math.floor(([].concat(ex.status))[0] / 100)) {
    const wording = ([].concat(ex.status))[0] >= 400;
    if ('body' in ex) {
      if (ex.body === null && b.kind === 'empty') { /* both empty */ }
      else if (typeof ex.body === 'string' && b.kind !== 'json') diffs.push(...compareText(ex.body, b.value ?? '', ctx, { wording }));
      else if (b.kind === 'empty') diffs.push({ category: 'value', path: '$', expected: short(ex.body), actual: 'empty body' });
      else diffs.push(...compare(ex.body, b.value, ctx, { wording }));
    }
    if (ex.empty && b.kind !== 'empty') diffs.push({ category: 'value', path: '$', expected: 'empty body', actual: short(b.value) });
    if (ex.matches !== undefined && !new RegExp(ctx.subst(ex.matches)).test(typeof b.value === 'string' ? b.value : JSON.stringify(b.value ?? ''))) diffs.push({ category: 'value', path: '$', expected: `matches /${ex.matches}/`, actual: short(b.value) });
    if (ex.ids) {
      const want = ex.ids.map((x) => ctx.show(x)), got = Array.isArray(b.value?.results) ? b.value.results.map((x) => (typeof x?.id === 'number' ? String(x.id) : x?.id)) : undefined;
      if (!got) diffs.push({ category: 'type', path: 'results', expected: 'array', actual: typ(b.value?.results) });
      else {
        if (ex.count !== undefined && b.value.count !== ex.count) diffs.push({ category: 'value', path: 'count', expected: ex.count, actual: b.value.count });
        // symbols not seen before are bound by position when the lists have the same length
        if (got.length === ex.ids.length) ex.ids.forEach((x, i) => { const m = /^\{\{([^}]+)\}\}$/.exec(x); if (m && !ctx.syms.has(m[1]) && typeof got[i] === 'string' && !ctx.rev.has(got[i])) { ctx.bind(m[1], got[i]); want[i] = got[i]; } });
        const name = (x) => { const n = ctx.rev.get(x); return n ? `{{${n}}}` : x; };
        const miss = want.filter((x) => !got.includes(x)), extra = got.filter((x) => !want.includes(x));
        if (miss.length || extra.length) diffs.push({ category: 'value', path: 'results[*].id', expected: want.map(name).join(' '), actual: got.map(name).join(' ') });
        else if (!ex.anyOrder && want.join() !== got.join()) diffs.push({ category: 'value', path: 'results (order of rows)', expected: want.map(name).join(' '), actual: got.map(name).join(' ') });
      }
    }
  }
  // the reference leaves counters out of the answer to a create; having them there is right (reference/decisions.md)
  if (step.method === 'POST') for (const d of diffs) if (d.category === 'extra-key' && /(^|[.\]])(\w+_count|tagged_items)$/.test(d.path) && Number.isInteger(d.actual)) d.category = 'addition';
  const kept = diffs.filter((d) => !opt.ignore?.has(d.category));
  const hard = kept.filter((d) => !SOFT.has(d.category) || opt.strict?.has(d.category));
  return { ok: hard.length === 0, diffs: kept, status: r.status, req, body: b.value };
}

export function loadFile(f) {
  const txt = fs.readFileSync(f, 'utf8');
  if (f.endsWith('.jsonl')) return txt.split('\n').filter((l) => l.trim()).map((l) => JSON.parse(l));
  const j = JSON.parse(txt);
  return Array.isArray(j) ? j : j.scenarios ? j.scenarios : [j];
}

async function main(argv) {
  const o = { base: null, token: null, only: null, json: null, maxDiffs: 6, timeout: 30000, strict: new Set(), ignore: new Set() };
  const files = [];
  for (let i = 0; i < argv.length; i++) {
    const a = argv[i], next = () => argv[++i];
    if (a === '--base') o.base = next().replace(/\/$/, '');
    else if (a === '--token') o.token = next();
    else if (a === '--only') o.only = next();
    else if (a === '--json') o.json = next();
    else if (a === '--run') o.run = next();
    else if (a === '--first') o.first = +next();
    else if (a === '--strict') o.strict = new Set(next().split(','));
    else if (a === '--ignore') o.ignore = new Set(next().split(','));
    else if (a === '--max-diffs') o.maxDiffs = +next();
    else if (a === '--timeout') o.timeout = +next();
    else if (a === '--quiet') o.quiet = true;
    else if (a === '--verbose') o.verbose = true;
    else if (a === '--stop') o.stop = true;
    else if (a.startsWith('--')) { console.error('unknown option ' + a); process.exit(2); }
    else files.push(a);
  }
  if (!o.base || !o.token || !files.length) { console.error('usage: node replay.mjs --base http://host:port --token T [--only PATTERN] [--json FILE] FILE_OR_DIR...'); process.exit(2); }
  const list = [];
  for (const f of files) {
    if (fs.statSync(f).isDirectory()) for (const x of fs.readdirSync(f).sort()) { if (/\.jsonl?$/.test(x)) list.push(path.join(f, x)); }
    else list.push(f);
  }
  const rx = o.only && /^\/.*\/$/.test(o.only) ? new RegExp(o.only.slice(1, -1)) : null;
  const wanted = (id) => !o.only || (rx ? rx.test(id) : id.includes(o.only));
  let passed = 0, failed = 0, soft = 0, scen = 0, scenOk = 0;
  const cats = {}, report = { base: o.base, scenarios: [] };
  const t0 = Date.now();
  outer: for (const f of list) {
    for (const sc of loadFile(f)) {
      const id = `${path.basename(f)}:${sc.name}`;
      if (!wanted(id)) continue;
      const ctx = new Ctx(o.base, o.run || newRun(o.first === undefined ? undefined : o.first + scen));
      const rep = { file: path.basename(f), name: sc.name, run: ctx.run, passed: 0, failed: 0, steps: [] };
      const lines = [];
      let stop = false;
      for (const [i, st] of sc.steps.entries()) {
        if (stop && !st.always) { /* --stop: only clean-up steps still run */ continue; }
        const r = await runStep(st, ctx, o);
        if (r.ok) { rep.passed++; passed++; } else { rep.failed++; failed++; }
        const seen = new Set();
        for (const d of r.diffs) { if (!seen.has(d.category)) { seen.add(d.category); cats[d.category] = (cats[d.category] || 0) + 1; } if (SOFT.has(d.category)) soft++; }
        if (!r.ok || r.diffs.length) rep.steps.push({ index: i, name: st.name, ok: r.ok, method: st.method, path: r.req?.path ?? st.path, status: r.status, diffs: r.diffs.slice(0, 60) });
        if (!r.ok || (o.verbose && r.diffs.length)) {
          lines.push(`  ${r.ok ? 'soft' : 'FAIL'} #${i} ${st.name}  [${st.method} ${r.req?.path ?? st.path}]`);
          for (const d of r.diffs.slice(0, o.maxDiffs)) lines.push(`       ${d.category}: ${d.path}: expected ${short(d.expected)} got ${short(d.actual)}${d.body ? '  body ' + d.body : ''}`);
          if (r.diffs.length > o.maxDiffs) lines.push(`       ... ${r.diffs.length - o.maxDiffs} more`);
        } else if (o.verbose) lines.push(`  ok   #${i} ${st.name}`);
        if (!r.ok && o.stop) stop = true;
      }
      scen++; if (!rep.failed) scenOk++;
      console.log(`${rep.failed ? 'FAIL' : 'PASS'} ${id}  ${rep.passed}/${rep.passed + rep.failed}`);
      if (!o.quiet) for (const l of lines) console.log(l);
      report.scenarios.push(rep);
      if (stop) break outer;
    }
  }
  report.totals = { passed, failed, scenarios: scen, scenariosPassed: scenOk, softDiffs: soft, stepsByCategory: cats, ms: Date.now() - t0 };
  console.log(`\nscenarios: ${scenOk}/${scen} passed; steps with differences by category: ${Object.entries(cats).map(([k, v]) => `${k}=${v}`).join(' ') || 'none'}; ${((Date.now() - t0) / 1000).toFixed(1)} s`);
  if (o.json) fs.writeFileSync(o.json, JSON.stringify(report, null, 1));
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed || !passed ? 1 : 0);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main(process.argv.slice(2)).catch((e) => { console.error(e); process.exit(2); });
