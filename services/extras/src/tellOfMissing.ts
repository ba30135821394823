import { access, constants } from 'node:fs/promises';
import type { Background } from '@plumbline/engine';

/** Tells at the start of what settings name and cannot be read; it is looked for again whenever it is needed. */
export const tellOfMissing: Background = async ({ settings, log }) => {
  const named = [
    [settings.secretsFolder, 'the folder of PLUMBLINE_SECRETS_FOLDER cannot be read: secrets in files have no value'],
    [settings.sshKnownHosts, 'the file of PLUMBLINE_SSH_KNOWN_HOSTS cannot be read: nothing is fetched over SSH'],
  ] as const;
  for (const [path, sentence] of named)
    if (path !== undefined)
      await access(path, constants.R_OK).catch(({ code }: NodeJS.ErrnoException) => log.warn({ path, code }, sentence));
  return { stop: async () => undefined };
};
