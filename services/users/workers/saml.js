/**
 * What judges answers in SAML, in a thread of its own: anybody may send one, and the libraries take long for some of them;
 * then the thread is ended. Plain JavaScript, since Node starts it from the file as it is.
 */
const { parentPort } = require('node:worker_threads');
const { SAML } = require('@node-saml/node-saml');

/** Digests and signatures that can be forged, by the end of their names. */
const weak = /\b(Digest|Signature)Method\b[^>]*#(rsa-sha1|dsa-sha1|hmac-sha1|sha1|rsa-md5|md5)"/;

/** The assertion whose signature is good, or why there is none. */
async function judge({ party, answer }) {
  try {
    const { profile } = await new SAML(party).validatePostResponseAsync({ SAMLResponse: answer });
    if (!profile) return { refused: 'it says nothing of anybody' };
    // The signature itself is taken out of what the library hands out.
    if (weak.test(profile.getSamlResponseXml())) return { refused: 'its signature is of a kind that can be forged' };
    return { assertion: profile.getAssertion() };
  } catch (error) {
    return { refused: error.message };
  }
}

parentPort.on('message', async (text) => parentPort.postMessage(JSON.stringify(await judge(JSON.parse(text)))));
parentPort.postMessage('ready');
