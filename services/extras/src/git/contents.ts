/** What a repository may provide, in the order in which it is stored. */
export const gitContents = [
  ['extras.configcontext', 'config contexts'],
  ['extras.configcontextschema', 'config context schemas'],
  ['extras.exporttemplate', 'export templates'],
  ['extras.job', 'jobs'],
] as const;
