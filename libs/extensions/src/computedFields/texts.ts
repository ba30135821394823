import { renderAbout, type UnitOfWork } from '@plumbline/engine';
import type { Model, Row } from '@plumbline/model';
import { computedFieldsOf } from './computedFields';

/**
 * The computed fields of objects of one model, as the JSON text of each object's `computed_fields`. All of them are
 * rendered together; one that cannot be has its fallback.
 */
export async function computedTexts(work: UnitOfWork, model: Model, rows: Row[]): Promise<Map<unknown, string>> {
  const fields = computedFieldsOf(work.engine, model.label);
  if (fields.length === 0) return new Map();
  const renderings = await renderAbout(
    work,
    model,
    rows.flatMap((row) => fields.map(({ template }) => ({ row, template }))),
  );
  return new Map(
    rows.map((row, index) => {
      const own = renderings.slice(index * fields.length, (index + 1) * fields.length);
      const texts = fields.map(({ key, fallback_value }, at) => {
        const rendering = own[at]!;
        return `${JSON.stringify(key)}:${JSON.stringify('text' in rendering ? rendering.text : fallback_value)}`;
      });
      return [row.id, `{${texts.join()}}`];
    }),
  );
}
