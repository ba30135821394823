/** What keeps the value of a secret from being read: the contract's name for it, and the rest in words. */
export class SecretProblem extends Error {
  constructor(
    readonly kind: 'SecretValueNotFoundError' | 'SecretParametersError',
    message: string,
  ) {
    super(message);
  }
}

export const notFound = (message: string): SecretProblem => new SecretProblem('SecretValueNotFoundError', message);
export const badParameters = (message: string): SecretProblem => new SecretProblem('SecretParametersError', message);
