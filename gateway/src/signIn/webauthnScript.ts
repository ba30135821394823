import { createHash } from 'node:crypto';

/**
 * The one script of our pages: it hands what the page holds to the browser's own interface for keys, and sends the form
 * with what comes of it. A browser without that interface shows no button.
 */
export const webauthnScript = `
const form = document.querySelector('form[data-webauthn]');
const button = form && form.querySelector('button[data-key]');
const has = window.PublicKeyCredential && PublicKeyCredential.parseCreationOptionsFromJSON;
if (button && has) {
  button.hidden = false;
  button.addEventListener('click', async (event) => {
    event.preventDefault();
    const options = JSON.parse(form.dataset.webauthn);
    const kind = PublicKeyCredential;
    try {
      const credential = form.dataset.makes === 'true'
        ? await navigator.credentials.create({ publicKey: kind.parseCreationOptionsFromJSON(options) })
        : await navigator.credentials.get({ publicKey: kind.parseRequestOptionsFromJSON(options) });
      form.querySelector('input[name=credential]').value = JSON.stringify(credential.toJSON());
      form.noValidate = true;
      form.submit();
    } catch (error) {
      form.querySelector('[data-said]').textContent = 'The key was not used: ' + error.message;
    }
  });
}
`;

/** What a page's policy says of the script, beside what it says for all. */
export const scriptPolicy = `script-src 'sha256-${createHash('sha256').update(webauthnScript).digest('base64')}'`;
