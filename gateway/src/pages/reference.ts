import { escapeHtml } from '@plumbline/http';
import type { Request, Response } from 'express';
import type { OpenAPIV3 } from 'openapi-types';
import type { OpenApiDocument } from '../openapi/document';
import { sendPage } from './page';

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

function rowsOf(path: string, item: OpenAPIV3.PathItemObject = {}): string[] {
  return methods.flatMap((method) => {
    const operation = item[method];
    if (!operation) return [];
    const text = operation.summary ?? operation.description ?? '';
    return `<tr><td class="fit"><code class="verb">${method.toUpperCase()}</code></td><td class="half"><code>/api${escapeHtml(path)}</code></td><td>${escapeHtml(text)}</td></tr>`;
  });
}

/** Every operation of the API on one page, by application: for reading, searching in the browser and printing. */
export function sendReference(req: Request, res: Response, { info, tags, paths }: OpenApiDocument): void {
  const sections = tags.map(({ name }) => {
    const own = Object.entries(paths).filter(([path]) => path.split('/')[1] === name);
    const rows = own.flatMap(([path, item]) => rowsOf(path, item));
    return `<h2 id="${escapeHtml(name)}">${escapeHtml(name)}</h2><div class="card"><table>${rows.join('')}</table></div>`;
  });
  const contents = tags.map(({ name }) => `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`);
  const main = `<div class="title"><h1>${escapeHtml(info.title)}</h1><span class="soft">${escapeHtml(info.version)}</span></div>
<p class="soft">${escapeHtml(info.description)}</p>
<nav class="tags">${contents.join('')}</nav>
${sections.join('\n')}`;
  sendPage(req, res, 200, { title: info.title, main }, { allow: ['GET', 'HEAD', 'OPTIONS'] });
}
