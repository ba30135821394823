import { Alert, Button, Group, SegmentedControl, Table } from '@mantine/core';
import { useState } from 'react';
import { useCustomFields } from '../api/customFields';
import type { Description } from '../api/description';
import { capitalized, type Model } from '../api/models';
import type { ApiObject } from '../api/types';
import { PageHeader } from '../components/PageHeader';
import { EnteredValue } from './EnteredValue';
import { changedOf, type FormValues, flattened, gathered, isSame, valuesOf } from './formValues';
import classes from './Merge.module.css';
import { useRelationshipSides } from './useRelationshipSides';

export interface MergeProps {
  model: Model;
  description: Description;
  /** What both began with. */
  before: FormValues;
  mine: FormValues;
  /** The object as it is now. */
  theirs: ApiObject;
  onMerged(values: FormValues): void;
  onCancel(): void;
}

/** Shows what somebody else has changed meanwhile beside what one has changed oneself, and asks which counts. */
export function Merge({ model, description, theirs, onMerged, onCancel, ...both }: MergeProps) {
  const custom = useCustomFields(model);
  const sides = useRelationshipSides(model);
  const before = flattened(both.before);
  const mine = flattened(both.mine);
  const now = flattened(valuesOf(description, theirs));
  const changedByMe = changedOf(before, mine);
  const changedByThem = changedOf(before, now);
  const names = [...new Set([...Object.keys(changedByThem), ...Object.keys(changedByMe)])];
  const isClash = (name: string) =>
    name in changedByMe && name in changedByThem && !isSame(changedByMe[name], changedByThem[name]);
  const [chosen, setChosen] = useState<Record<string, 'mine' | 'theirs'>>(() =>
    Object.fromEntries(
      names.filter((name) => !isClash(name)).map((name) => [name, name in changedByMe ? 'mine' : 'theirs']),
    ),
  );
  const isDecided = names.every((name) => name in chosen);
  const merge = () => {
    const kept = Object.fromEntries(names.filter((name) => chosen[name] === 'mine').map((name) => [name, mine[name]]));
    onMerged(gathered({ ...now, ...kept }));
  };
  return (
    <>
      <PageHeader
        title={`${theirs.display} was changed meanwhile`}
        trail={[{ label: capitalized(model.plural), path: model.url }]}
      />
      <div className={classes.page}>
        <Alert color="brass" variant="light" role="alert">
          Somebody else has saved this {model.title} since you opened it. Nothing of yours is lost and nothing of theirs
          is overwritten: say for each field which value counts.
        </Alert>
        <div className={classes.table}>
          <Table verticalSpacing="xs" aria-label="Both changes">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Field</Table.Th>
                <Table.Th>Before</Table.Th>
                <Table.Th>Theirs, now</Table.Th>
                <Table.Th>Yours</Table.Th>
                <Table.Th>Take</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {names.map((name) => {
                const [holder, key] = name.split('.');
                const field =
                  holder === 'custom_fields'
                    ? custom.find(({ field }) => field.name === key)?.field
                    : description.field(name);
                const side = holder === 'relationships' ? sides.find((side) => side.key === key) : undefined;
                const label = field?.label ?? side?.label ?? name;
                return (
                  <Table.Tr key={name} data-clash={isClash(name) || undefined}>
                    <Table.Th scope="row">{label}</Table.Th>
                    <Table.Td>
                      <EnteredValue field={field} value={before[name]} />
                    </Table.Td>
                    <Table.Td>
                      <EnteredValue field={field} value={now[name]} />
                    </Table.Td>
                    <Table.Td>
                      <EnteredValue field={field} value={mine[name]} />
                    </Table.Td>
                    <Table.Td>
                      <SegmentedControl
                        size="xs"
                        aria-label={`Take for ${label}`}
                        data={[
                          { value: 'theirs', label: 'Theirs' },
                          { value: 'mine', label: 'Yours' },
                        ]}
                        value={chosen[name] ?? ''}
                        onChange={(value) => setChosen({ ...chosen, [name]: value as 'mine' | 'theirs' })}
                      />
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </div>
        <Group gap="xs">
          <Button onClick={merge} disabled={!isDecided}>
            Go on with these
          </Button>
          <Button variant="subtle" color="gray" onClick={onCancel}>
            Leave it as it is now
          </Button>
        </Group>
      </div>
    </>
  );
}
