/** How devices write passwords into their configuration. */
const { createHash, randomInt, scryptSync } = require('node:crypto');
const { TemplateProblem, tick } = require('../meter');

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const cryptDigits = `./${digits}${letters}`;

const randomText = (from, length) => Array.from({ length }, () => from[randomInt(from.length)]).join('');

function md5(...parts) {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

const cryptOrder = [[0, 6, 12], [1, 7, 13], [2, 8, 14], [3, 9, 15], [4, 10, 5], [11]];
const md5Digits = `./${digits}${letters}`;

/** A number in digits of six bits, the lowest first. */
const sixes = (number, count) =>
  Array.from({ length: count }, (_, at) => md5Digits[(number >> (6 * at)) & 63]).join('');

/** MD5 as `crypt` makes it of a password and a salt, a thousand times over. */
function md5Crypt(password, salt) {
  tick(32);
  const key = Buffer.from(password);
  const salted = Buffer.from(salt);
  const inner = md5(key, salted, key);
  const lengths = Array.from({ length: key.length }, (_, at) => inner[at % 16]);
  const bits = [];
  for (let n = key.length; n > 0; n >>= 1) bits.push(n & 1 ? 0 : (key[0] ?? 0));
  let sum = md5(key, '$1$', salted, Buffer.from(lengths), Buffer.from(bits));
  for (let round = 0; round < 1000; round++) {
    const parts = [round & 1 ? key : sum];
    if (round % 3) parts.push(salted);
    if (round % 7) parts.push(key);
    parts.push(round & 1 ? sum : key);
    sum = md5(...parts);
  }
  return cryptOrder
    .map((places) =>
      sixes(
        places.reduce((number, place) => (number << 8) | sum[place], 0),
        places.length + 1,
      ),
    )
    .join('');
}

/** Type 5 of Cisco. */
function type5(password, salt) {
  if (salt !== undefined && !/^[a-zA-Z0-9]+$/.test(salt))
    throw new TemplateProblem('A salt of type 5 is of letters and digits.');
  const chosen = (salt ?? randomText(letters + digits, 4)).slice(0, 8);
  return `$1$${chosen}$${md5Crypt(password, chosen)}`;
}

const type7Key = 'dsfd;kfoA,.iyewrkldJKDHSUBsgvca69834ncxv9873254k;fg87';
const type7At = (at) => type7Key.charCodeAt(at % type7Key.length);

/** Type 7 of Cisco, which hides and does not protect. */
function type7(password, salt = randomInt(16)) {
  if (password.length > 25) throw new TemplateProblem('A password of type 7 has 25 characters at most.');
  if (!Number.isInteger(salt) || salt < 0) throw new TemplateProblem('A salt of type 7 is a whole number.');
  const codes = [...password].map((one, at) => one.codePointAt(0) ^ type7At(at + salt));
  return String(salt).padStart(2, '0') + codes.map((one) => one.toString(16).toUpperCase().padStart(2, '0')).join('');
}

function fromType7(hidden) {
  const [, salt, codes] = /^(\d{2})((?:[0-9a-fA-F]{2})*)$/.exec(hidden) ?? [];
  if (salt === undefined) throw new TemplateProblem('That is no password of type 7.');
  const pairs = codes.match(/../g) ?? [];
  return pairs.map((pair, at) => String.fromCharCode(Number.parseInt(pair, 16) ^ type7At(at + Number(salt)))).join('');
}

/** Type 9 of Cisco: scrypt, in digits of its own. */
function type9(password, salt = randomText(`./${digits}${letters}`, 14)) {
  if (salt.length !== 14) throw new TemplateProblem('A salt of type 9 has 14 characters.');
  tick(32);
  const key = scryptSync(password, salt, 32, { N: 16_384, r: 1, p: 1 }).toString('base64');
  const usual = `${letters}${digits}+/`;
  return `$9$${salt}$${[...key.slice(0, -1)].map((one) => cryptDigits[usual.indexOf(one)]).join('')}`;
}

const juniperKeys = ['QzF3n6/9CAtpu0O', 'B1IREhcSyrleKvMW8LXx', '7N-dVbwsY2g4oaJZGUDj', 'iHkq.mPf5T'];
const juniperKey = juniperKeys.join('');
const juniperWeights = [
  [1, 4, 32],
  [1, 16, 32],
  [1, 8, 32],
  [1, 64],
  [1, 32],
  [1, 4, 16, 128],
  [1, 32, 64],
];
const fillersBehind = (first) => 3 - juniperKeys.findIndex((keys) => keys.includes(first));

/** Type 9 of Juniper, which hides and does not protect. */
function juniper9(password, salt) {
  const first = juniperKey.at(salt || randomInt(juniperKey.length));
  if (first === undefined) throw new TemplateProblem(`A salt is a number below ${juniperKey.length}.`);
  let hidden = `$9$${first}${randomText(juniperKey, fillersBehind(first))}`;
  let last = juniperKey.indexOf(first);
  for (const [index, one] of [...password].entries()) {
    let rest = one.codePointAt(0);
    const gaps = juniperWeights[index % juniperWeights.length].toReversed().map((weight) => {
      const gap = Math.floor(rest / weight);
      rest %= weight;
      return gap;
    });
    for (const gap of gaps.reverse()) {
      last = (last + gap + 1) % juniperKey.length;
      hidden += juniperKey[last];
    }
  }
  return hidden;
}

function fromJuniper9(hidden) {
  const [, first, rest] = /\$9\$(.)(.*)$/s.exec(hidden) ?? [];
  if (first === undefined || ![...(first + rest)].every((one) => juniperKey.includes(one)))
    throw new TemplateProblem('That is no password of type 9.');
  let at = fillersBehind(first);
  let last = juniperKey.indexOf(first);
  let password = '';
  for (let index = 0; at < rest.length; index++) {
    const weights = juniperWeights[index % juniperWeights.length];
    let code = 0;
    for (const weight of weights.slice(0, rest.length - at)) {
      const place = juniperKey.indexOf(rest[at++]);
      const gap = (place - last + juniperKey.length) % juniperKey.length;
      code += (gap - 1) * weight;
      last = place;
    }
    if (code < 0 || code > 0x10ffff) throw new TemplateProblem('That is no password of type 9.');
    password += String.fromCodePoint(code);
  }
  return password;
}

/** The salt between the second and the third `$`. */
function saltOf(hash) {
  const parts = hash.split('$');
  if (parts.length !== 4) throw new TemplateProblem('There is no salt in that.');
  return parts[2];
}

module.exports = { fromJuniper9, fromType7, juniper9, saltOf, type5, type7, type9 };
