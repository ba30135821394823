/**
 * What judges answers in SAML, in a thread of its own: anybody may send one, and the libraries take long for some of them;
 * then the thread is ended. Plain JavaScript, since Node starts it from the file as it is.
 */
const { parentPort } = require('node:worker_threads');
const { SAML } = require('@node-saml/node-saml');
const { DOMParser } = require('@xmldom/xmldom');

/** Digests and signatures that nobody can forge. */
const sound = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512',
  ...[256, 384, 512].flatMap((bits) => [
    `http://www.w3.org/2001/04/xmldsig-more#rsa-sha${bits}`,
    `http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha${bits}`,
    `http://www.w3.org/2007/05/xmldsig-more#sha${bits}-rsa-MGF1`,
  ]),
]);

/**
 * Whether all digests and signatures in a document are sound. The library finds them by their local names, whatever
 * namespace they or their attributes are in; so what counts here is every one that it could have taken.
 */
function isSound(xml) {
  const document = new DOMParser().parseFromString(xml, 'text/xml');
  const methods = ['SignatureMethod', 'DigestMethod'].flatMap((name) =>
    Array.from(document.getElementsByTagNameNS('*', name)),
  );
  return methods.every(({ attributes }) => {
    const algorithms = Array.from(attributes).filter(({ localName }) => localName === 'Algorithm');
    return algorithms.length > 0 && algorithms.every(({ value }) => sound.has(value));
  });
}

/** The assertion whose signature is good, or why there is none. */
async function judge({ party, answer }) {
  try {
    const { profile } = await new SAML(party).validatePostResponseAsync({ SAMLResponse: answer });
    if (!profile) return { refused: 'it says nothing of anybody' };
    // The signature itself is taken out of what the library hands out.
    if (!isSound(profile.getSamlResponseXml())) return { refused: 'its signature is of a kind that can be forged' };
    return { assertion: profile.getAssertion() };
  } catch (error) {
    return { refused: error.message };
  }
}

parentPort.on('message', async (text) => parentPort.postMessage(JSON.stringify(await judge(JSON.parse(text)))));
parentPort.postMessage('ready');
