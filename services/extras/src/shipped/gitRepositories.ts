import type { FoundJob } from '../jobs/installJobs';

const job = (exportName: string, name: string, description: string, task: string): FoundJob => ({
  moduleName: 'nautobot.core.jobs',
  origin: { kind: 'background', path: task, exportName },
  enabled: true,
  description: {
    exportName,
    name,
    grouping: 'System Jobs',
    description,
    isHookReceiver: false,
    isButtonReceiver: false,
    hasSensitiveVariables: false,
    approvalRequired: false,
    hidden: false,
    dryRunDefault: false,
    readOnly: false,
    softTimeLimit: 0,
    timeLimit: 0,
    taskQueues: [],
    supportsDryRun: false,
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
});

/** What a repository provides, taken over or only tried, by extras itself. */
export const gitRepositoryJobs: FoundJob[] = [
  job('GitRepositorySync', 'Git Repository: Sync', 'Fetches a repository and takes over what it provides.', 'gitSync'),
  job(
    'GitRepositoryDryRun',
    'Git Repository: Dry-Run',
    'Fetches a repository and says what taking over would change, without doing it.',
    'gitDryRun',
  ),
];
