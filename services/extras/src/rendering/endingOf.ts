/** The end of a file's name, with its dot, whether or not people have entered one. */
export const endingOf = (extension: string): string =>
  extension === '' || extension.startsWith('.') ? extension : `.${extension}`;
