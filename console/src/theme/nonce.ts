/** The nonce of this page's styles; the gateway puts a new one into each page. */
export const nonce = (): string => document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
