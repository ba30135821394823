import { bare, defineModel, f } from '@plumbline/model';

/**
 * A file of jobs as it was in a repository when that was synced last: workers, wherever they are, take it from here.
 */
export const GitFile = defineModel('extras.gitfile', {
  title: 'file of a Git repository',
  description: 'Files of jobs, as they were in their repositories when those were synced last.',
  traits: [bare],
  fields: {
    repository: f.ref('extras.gitrepository', { reverse: 'files', onDelete: 'cascade' }).with({ indexed: false }),
    path: f.text(),
    content: f.text(),
  },
  order: ['path'],
  unique: [['repository', 'path']],
  naturalKey: ['id'],
  display: ({ path }) => String(path),
});
