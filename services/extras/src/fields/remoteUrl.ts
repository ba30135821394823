import { Field, f, refuse } from '@plumbline/model';
import { remoteForm, sshForm } from '../git/remoteForms';

/** What stands before the host of a web address: a name, and perhaps a password. */
const mask = { part: '(?<=^https?://)[^/?#]*(?=@)', by: '********' };
const user = new RegExp(mask.part, 'i');

/** Nobody reads the name and password of an address that was stored before they were refused. */
export const withoutUser = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(user, mask.by) : value;

/**
 * Where a repository is. Whoever may view the repository, its changes and what webhooks tell of them reads it, so that
 * over HTTP no name (which may be a token) and no password has a place in it.
 */
export const remoteUrl = (): Field => {
  const url = f.url(255).matching(remoteForm, 'Enter a valid URL.').with({ otherForm: sshForm });
  return Field.of(
    {
      ...url.kind,
      mask,
      parse: (value, field) =>
        typeof value === 'string' && user.test(value.trim())
          ? refuse('No name and no password belongs into the address: what to fetch with is told by a secrets group.')
          : url.kind.parse(value, field),
      render: withoutUser,
      logged: withoutUser,
      template: withoutUser,
    },
    url.options,
  );
};
