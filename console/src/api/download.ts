import { ask, type RequestOptions } from './request';

/** Saves what the server answers with, by the name it gives it. Throws an `ApiError` where it refuses. */
export async function download(path: string, query: RequestOptions['query']): Promise<void> {
  const answer = await ask('GET', path, { query, headers: { Accept: '*/*' } });
  const file = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = file;
  link.download = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? 'file';
  link.click();
  URL.revokeObjectURL(file);
}
