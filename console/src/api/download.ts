import { ask, type RequestOptions } from './request';

/** Saves what the server answers with, by the name it gives it. Throws an `ApiError` where it refuses. */
export async function download(path: string, query: RequestOptions['query']): Promise<void> {
  const answer = await ask('GET', path, { query, headers: { Accept: '*/*' } });
  saveFile(
    await answer.blob(),
    /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? 'file',
  );
}

/** Saves a file by a name. */
export function saveFile(content: Blob, name: string): void {
  const file = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = file;
  link.download = name;
  link.click();
  URL.revokeObjectURL(file);
}
