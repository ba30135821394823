import { problems } from '@plumbline/http';
import type { Model } from '@plumbline/model';
import { ask } from '../engine';
import { allowed, permitted } from '../permissions';
import type { Shown } from '../read/render';
import { loadNamed } from './detail';
import { bodyOf, type Exchange, type Reply } from './exchange';
import { pageLinks, readPage } from './page';

/** What extras answers about the notes of an object. */
interface NotesPage {
  count: number;
  results: Shown[];
}

/** GET and POST on `<detail>/notes/`: the notes of an object, which extras keeps (rules/core.md §20). */
export async function notesOf(exchange: Exchange, model: Model, id: string): Promise<Reply> {
  const { work, req, path, query } = exchange;
  const posting = req.method === 'POST';
  if (posting && !work.scope.identity.writeEnabled) throw problems.forbidden();
  const object = await loadNamed(work, model, id, await permitted(work, model, 'view'));
  if (!(await allowed(work, { label: 'extras.note' }, posting ? 'add' : 'view'))) throw problems.forbidden();
  const target = { label: model.label, id: String(object.id), base: work.scope.base, identity: work.scope.identity };
  if (posting) {
    const given = await bodyOf(exchange);
    const body = given === undefined ? {} : given;
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw problems.field('non_field_errors', 'Invalid data. Expected a dictionary.');
    const { once, dryRun } = work.scope;
    const note = await ask<Shown>(work, 'extras', 'note', 'create', {
      ...target,
      body,
      ...(once ? { once } : {}),
      ...(dryRun ? { dryRun } : {}),
    });
    return { status: 201, body: note };
  }
  if (req.visit.negotiated.renderer === 'csv')
    return { status: 200, csv: await ask<string>(work, 'extras', 'note', 'table', target) };
  const page = readPage(query, work.engine.settings);
  const { count, results } = await ask<NotesPage>(work, 'extras', 'note', 'list', {
    ...target,
    limit: page.limit ?? null,
    offset: page.offset,
  });
  return { status: 200, body: { count, ...pageLinks(work.scope.base + path, query, page, count), results } };
}
