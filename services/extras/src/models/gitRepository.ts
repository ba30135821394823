import { by, defineModel, f, firstProblem, inOrder, organizational } from '@plumbline/model';
import { gitContents } from '../choices/gitContents';
import { within } from '../filters/within';
import {
  contentsAreProvidedOnce,
  jobsAreUninstalled,
  sluggedByName,
  slugIsFree,
  slugIsKept,
  slugIsSafe,
} from '../rules/gitRepositories';

/** A git repository, and what is taken over from it. */
export const GitRepository = defineModel('extras.gitrepository', {
  endpoint: 'git-repositories',
  title: 'Git repository',
  plural: 'Git repositories',
  className: 'GitRepository',
  description: 'Git repositories, and what is taken over from each.',
  listed: [],
  traits: [organizational],
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
    remote_url: f
      .url(255)
      .matching(/^https?:\/\//i, 'Enter a valid URL.')
      .describe('Where the repository is, over HTTP or HTTPS.'),
    branch: f.text(64).default('main').with({ blank: false }),
    current_head: f.text(48).default('').describe('The commit that was taken over last.'),
    secrets_group: f
      .ref('extras.secretsgroup', { reverse: 'git_repositories', onDelete: 'setNull' })
      .optional()
      .describe('The name and the token to fetch the repository with.'),
    /** Syncs are numbered as they begin; what one that began later has made is not undone. */
    syncs_begun: f.int().default(0).hidden(),
    last_sync: f.int().default(0).hidden(),
    tags: f.many('extras.tag', { reverse: 'tagged', onlyFor: 'extras.gitrepository' }).hidden(),
  },
  filterable: ['branch', 'name', 'remote_url', 'slug'],
  filters: {
    q: by.search({ name: 'icontains', remote_url: 'icontains', branch: 'icontains', id: 'iexact' }),
    provided_contents: within('provided_contents'),
    secrets_group_id: by.relationId('secrets_group', { isnull: true }),
    secrets_group: by.relation('secrets_group', { isnull: true }),
    tags: by.relation('tags', { conjoined: true, isnull: true }),
  },
  followers: ['dcim', 'virtualization'],
  prepare: [sluggedByName],
  validate: [inOrder(firstProblem(slugIsKept, slugIsSafe, slugIsFree), contentsAreProvidedOnce)],
  afterDelete: [jobsAreUninstalled],
});
