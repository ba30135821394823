const user = '[a-z0-9._~+][a-z0-9._~+-]*';
const name = '[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?\\.?';
const port = ':0*(?:[1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d\\d|655[0-2]\\d|6553[0-5])';
/** Nobody's program takes what begins so for an option. */
const path = '[^\\s\\p{Cc}-][^\\s\\p{Cc}]*';

const sshUrl = `ssh://(?:${user}@)?(?:${name}|\\[[0-9a-f:.]+\\])(?:${port})?/${path}`;
const scpAddress = `${user}@(?:${name}|\\[[0-9a-f:.]+\\]):/?${path}`;

/** The address of a repository over SSH, as a URL or as `scp` writes it; a password has no place in it. */
export const sshForm = new RegExp(`^(?:${sshUrl}|${scpAddress})$`, 'iu');

/** How the address of a repository begins, whatever comes behind. */
export const remoteForm = /^(?:https?:\/\/|ssh:\/\/|[^\s/:@]+@[^\s/@]+:)/i;
