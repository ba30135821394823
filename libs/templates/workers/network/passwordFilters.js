/** What netutils offers of passwords and digests. */
const { createHash, getHashes } = require('node:crypto');
const { TemplateProblem, tick } = require('../meter');
const v = require('../values');
const { named } = require('../arguments');
const { fromJuniper9, fromType7, juniper9, saltOf, type5, type7, type9 } = require('./passwords');

const longestPassword = 1024;

function wantPassword(value) {
  if (!v.isText(value)) throw new TemplateProblem(`A password is a text, not ${v.kindOf(value)}.`);
  if (value.length > longestPassword) throw new TemplateProblem('The password is too long.');
  return value;
}

const given = (salt) => (salt === null ? undefined : salt);
const textSalt = (salt) => (v.truth(salt) ? v.str(salt) : undefined);

/** Whether a password is the one that is written so; the writing itself, where that is asked for. */
const compared = (isSame) =>
  named(['encrypted_password', 'return_original'], (value, hidden, original = false) => {
    if (!isSame(wantPassword(value), wantPassword(hidden))) return false;
    return original === true ? hidden : true;
  });

const encrypted5 = named(['salt', 'salt_len'], (value, salt) => type5(wantPassword(value), textSalt(salt)));
const encrypted7 = named(['salt'], (value, salt) => type7(wantPassword(value), given(salt)));
const decrypted7 = named([], (value) => fromType7(wantPassword(value)));
const isType5 = compared((password, hidden) => type5(password, saltOf(hidden)) === hidden);
const isType7 = compared((password, hidden) => fromType7(hidden) === password);

function digest(value, algorithm) {
  const name = v.str(algorithm).toLowerCase().replaceAll('_', '-');
  const known = { blake2b: 'blake2b512', blake2s: 'blake2s256' }[name] ?? name;
  if (!/^(md5|sha|blake)/.test(known) || !getHashes().includes(known))
    throw new TemplateProblem(`There is no digest “${v.str(algorithm).slice(0, 50)}”.`);
  tick(1 + (v.str(value).length >> 10));
  return createHash(known).update(v.str(value)).digest('hex');
}

const passwordFilters = {
  encrypt_type5: encrypted5,
  encrypt_cisco_type5: encrypted5,
  encrypt_type7: encrypted7,
  encrypt_cisco_type7: encrypted7,
  encrypt_cisco_type9: named(['salt'], (value, salt) => type9(wantPassword(value), textSalt(salt))),
  encrypt_juniper_type9: named(['salt'], (value, salt) => juniper9(wantPassword(value), given(salt))),
  decrypt_type7: decrypted7,
  decrypt_cisco_type7: decrypted7,
  decrypt_juniper_type9: named([], (value) => fromJuniper9(wantPassword(value))),
  compare_type5: isType5,
  compare_cisco_type5: isType5,
  compare_type7: isType7,
  compare_cisco_type7: isType7,
  compare_cisco_type9: compared((password, hidden) => type9(password, saltOf(hidden)) === hidden),
  get_hash_salt: named([], (value) => saltOf(wantPassword(value))),
  hash_data: named(['algorithm'], digest),
};

module.exports = { passwordFilters };
