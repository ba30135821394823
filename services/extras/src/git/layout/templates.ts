import type { Wanted } from '../applying/wanted';
import type { RepositoryFile } from '../messages';

/** The export template that a file `export_templates/<app>/<model>/<name>` is. */
export function templatesIn({ path, text }: RepositoryFile): Wanted[] {
  const [, app, model, name] = path.split('/');
  const content_type = `${app}.${model}`;
  const ending = /[^.]\.([A-Za-z0-9]{1,14})$/.exec(name!)?.[1] ?? '';
  return [
    { path, key: `${content_type} ${name}`, body: { content_type, name, template_code: text, file_extension: ending } },
  ];
}
