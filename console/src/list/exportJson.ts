import { saveFile } from '../api/download';
import type { Model } from '../api/models';
import { request } from '../api/request';
import type { Page } from '../api/types';

/** Objects asked for at a time. */
const atATime = 1000;

/** Saves everything that a query finds as one list, however many pages the API has it in. Throws an `ApiError` where it refuses. */
export async function exportJson(model: Model, query: URLSearchParams, name: string): Promise<void> {
  const pieces: string[] = [];
  let read = 0;
  for (;;) {
    const asked = new URLSearchParams(query);
    asked.set('limit', String(atATime));
    asked.set('offset', String(read));
    const { data } = await request<Page>('GET', `/api${model.url}`, { query: asked });
    for (const object of data.results) pieces.push(`${pieces.length === 0 ? '' : ','}\n${JSON.stringify(object)}`);
    read += data.results.length;
    if (data.results.length === 0 || read >= data.count) break;
  }
  const head = `{"count":${read},"next":null,"previous":null,"results":[`;
  saveFile(new Blob([head, ...pieces, '\n]}\n'], { type: 'application/json' }), name);
}
