import { gitLimits } from '../limits';
import type { FetchOrder, GitDocument, Provision, RepositoryFile } from '../messages';
import type { Commit } from './fetchCommit';
import { readDocument } from './readDocument';
import { fileReader } from './readFiles';

const isData = (path: string): boolean => /\.(json|ya?ml)$/.test(path);
const isOutermost = ({ path }: RepositoryFile): boolean => path.split('/').length === 2;
const isModule = (path: string): boolean => /\.((c|m)?(j|t)s|json)$/.test(path);

/** Reads what a commit provides of the contents asked for, from the folders where each has its place. */
export async function readProvision(commit: Commit, { contents, contextFolders }: FetchOrder): Promise<Provision> {
  const problems: Provision['problems'] = [];
  const tell = (path: string, text: string) => {
    if (problems.length < gitLimits.problems) problems.push({ path, text });
  };
  const files = fileReader(commit, tell);
  const of = <T>(content: string, read: () => Promise<T[]>): Promise<T[]> =>
    contents.includes(content) ? read() : Promise.resolve([]);
  const data = async (folder: string): Promise<GitDocument[]> => documents(await files.read(folder, 0, isData), tell);
  const passedOver = new Set<string>();
  const isContext = (path: string): boolean => {
    if (!isData(path)) return false;
    const folders = path.split('/').slice(1, -1);
    if (folders.length === 0 || (folders.length === 1 && contextFolders.includes(folders[0]!))) return true;
    if (passedOver.size < gitLimits.problems) passedOver.add(path.slice(0, path.lastIndexOf('/')));
    return false;
  };
  return {
    head: commit.oid,
    contexts: await of('extras.configcontext', async () => {
      const found = await files.read('config_contexts', gitLimits.depth, isContext);
      // Those that say their names themselves come first, before those of folders.
      return documents([...found.filter(isOutermost), ...found.filter((file) => !isOutermost(file))], tell);
    }),
    schemas: await of('extras.configcontextschema', () => data('config_context_schemas')),
    templates: await of('extras.exporttemplate', async () => {
      const found = await files.read('export_templates', 2, () => true);
      return found.filter((file) => isPlaced(file, tell));
    }),
    jobs: await of('extras.job', () => files.read('jobs', gitLimits.depth, isModule)),
    problems,
    passedOver: [...passedOver],
  };
}

/** Templates stand two folders deep; what else there is, such as a README, is nobody's. */
const isPlaced = ({ path }: RepositoryFile, tell: (path: string, text: string) => void): boolean => {
  const placed = path.split('/').length === 4;
  if (!placed && !/readme|\.md$/i.test(path)) tell(path, 'Export templates stand in export_templates/<app>/<model>/.');
  return placed;
};

function documents(files: RepositoryFile[], tell: (path: string, text: string) => void): GitDocument[] {
  return files.flatMap(({ path, text }) => {
    try {
      return [{ path, value: readDocument(path, text) }];
    } catch (error) {
      tell(path, `The file cannot be read: ${(error as Error).message.slice(0, 500)}`);
      return [];
    }
  });
}
