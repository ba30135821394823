import { type Audit, changeObjects, select, type UnitOfWork, writing } from '@plumbline/engine';
import { type Row, where } from '@plumbline/model';
import { CustomField } from '../models';

/** Looks for custom fields whose default is a choice that they do not offer: no object could be given it. */
export const defaultsAreOffered: Audit = {
  title: 'defaults of custom fields',
  takesAway: true,
  run: async (work, auditor) => {
    const fields = await fieldsToChooseIn(work);
    const choices = await select(
      work,
      'extras.customfieldchoice',
      where(
        'custom_field',
        'in',
        fields.map(({ id }) => id),
      ),
      { values: ['custom_field', 'value'] },
    );
    for (const { id, default: given } of fields) {
      const offered = new Set(choices.filter((choice) => choice.custom_field === id).map(({ value }) => value));
      const gone = [given].flat().filter((value) => value !== null && value !== '' && !offered.has(value));
      if (gone.length === 0) continue;
      if (auditor.repair) await takeDefault(work, String(id));
      auditor.found(
        `extras.customfield ${id}: its default is ${gone.join(', ')}, which it does not offer.`,
        auditor.repair,
      );
    }
    auditor.looked(fields.length);
  },
};

const fieldsToChooseIn = (work: UnitOfWork): Promise<Row[]> =>
  select(work, CustomField.label, where('type', 'in', ['select', 'multi-select']), { values: ['default'] });

const takeDefault = (work: UnitOfWork, id: string): Promise<null> =>
  writing(work, async (inner) => {
    await changeObjects(inner, CustomField, [{ id, body: { default: null } }], { mode: 'change', errors: 'single' });
    return null;
  });
