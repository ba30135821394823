import { Text } from '@mantine/core';
import { useDescriptionLater } from '../api/description';
import type { Model } from '../api/models';
import { EnteredValue } from '../form/EnteredValue';
import classes from './Changes.module.css';
import { differences } from './differences';

/** What is different between two versions of an object, field by field. */
export function Differences({
  model,
  before,
  after,
}: {
  model: Model | undefined;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}) {
  const description = useDescriptionLater(model);
  const found = differences(before, after);
  return found.length === 0 ? (
    <Text c="dimmed" size="sm" p="md">
      No field is different.
    </Text>
  ) : (
    <table className={classes.table} aria-label="Differences">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {found.map(({ name, label, was, is }) => {
          const field = description?.field(name);
          return (
            <tr key={label}>
              <th scope="row">{field && label === name ? field.label : label}</th>
              <td className={classes.was}>
                <EnteredValue field={label === name && field?.name !== 'tags' ? field : undefined} value={was} />
              </td>
              <td className={classes.is}>
                <EnteredValue field={label === name && field?.name !== 'tags' ? field : undefined} value={is} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
