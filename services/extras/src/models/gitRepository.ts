import { tagsOf } from '@plumbline/extensions';
import { by, defineModel, f, firstProblem, inOrder, organizational, tagFilters } from '@plumbline/model';
import { remoteUrl } from '../fields/remoteUrl';
import { within } from '../filters/within';
import { gitContents } from '../git/contents';
import {
  contentsAreProvidedOnce,
  jobsAreUninstalled,
  sluggedByName,
  slugIsFree,
  slugIsKept,
  slugIsSafe,
} from '../git/rules';

/** A git repository, and what is taken over from it. */
export const GitRepository = defineModel('extras.gitrepository', {
  endpoint: 'git-repositories',
  menu: [{ under: ['Platform', 'Platform'], at: 640 }],
  home: { section: 'Platform', at: 1 },
  title: 'Git repository',
  plural: 'Git repositories',
  className: 'GitRepository',
  description: 'Git repositories, and what is taken over from each.',
  introduction: 'Manage Git Repositories through DELETE, GET, POST, PUT, and PATCH requests.',
  listed: [],
  traits: [organizational, { webhooks: true }],
  fields: {
    provided_contents: f
      .choices(gitContents)
      .default(() => [])
      .describe('What is taken over from the repository when it is synced.'),
    name: f.text(100).unique(),
    slug: f
      .text(100)
      .default(null)
      .blank()
      .unique()
      .matching(/^[-a-zA-Z0-9_]+$/, 'Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.')
      .inForm({ type: 'string' })
      .describe('What the jobs of the repository are known by; made from the name unless it is given, and kept.'),
    remote_url: remoteUrl().describe(
      'Where the repository is: over HTTP or HTTPS, or over SSH (`ssh://user@host/path`, `user@host:path`).',
    ),
    branch: f.text(64).default('main').with({ blank: false }),
    current_head: f.text(48).default('').describe('The commit that was taken over last.'),
    secrets_group: f
      .ref('extras.secretsgroup', { reverse: 'git_repositories', onDelete: 'setNull' })
      .optional()
      .describe('What the repository is fetched with: a name and a token for HTTP(S), a key for SSH.'),
    /** Syncs are numbered as they begin; what one that began later has made is not undone. */
    syncs_begun: f.int().default(0).hidden(),
    last_sync: f.int().default(0).hidden(),
    /** The commit that the last sync took over, whatever a client has written over `current_head` since. */
    synced_head: f.text(48).nullable().hidden(),
    tags: tagsOf('extras.gitrepository').unshown(),
  },
  filterable: ['branch', 'name', 'remote_url', 'slug'],
  filters: {
    q: by.search({ name: 'icontains', remote_url: 'icontains', branch: 'icontains', id: 'iexact' }),
    provided_contents: within('provided_contents'),
    secrets_group_id: by.relationId('secrets_group', { isnull: true }),
    secrets_group: by.relation('secrets_group', { isnull: true }),
    ...tagFilters(),
  },
  prepare: [sluggedByName],
  validate: [inOrder(firstProblem(slugIsKept, slugIsSafe, slugIsFree), contentsAreProvidedOnce)],
  afterDelete: [jobsAreUninstalled],
});
