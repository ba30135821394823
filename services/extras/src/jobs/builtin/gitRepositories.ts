import { builtinJob } from './builtinJob';

const job = (exportName: string, name: string, description: string, task: string) =>
  builtinJob(
    'nautobot.core.jobs',
    { kind: 'background', path: task },
    {
      exportName,
      name,
      grouping: 'System Jobs',
      description,
      variables: [
        {
          name: 'repository',
          type: 'ObjectVar',
          label: 'Git Repository',
          help_text: 'The repository whose contents are taken over.',
          required: true,
          model: 'extras.gitrepository',
        },
      ],
    },
  );

/** What a repository provides, taken over or only tried, by extras itself. */
export const gitRepositoryJobs = [
  job('GitRepositorySync', 'Git Repository: Sync', 'Fetches a repository and takes over what it provides.', 'gitSync'),
  job(
    'GitRepositoryDryRun',
    'Git Repository: Dry-Run',
    'Fetches a repository and says what taking over would change, without doing it.',
    'gitDryRun',
  ),
];
