import { Alert, Badge, Button, FileButton, Group, Stack, Table, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCustomFields } from '../api/customFields';
import { type Description, type Field, useDescription } from '../api/description';
import { capitalized, type Model } from '../api/models';
import { useWrite, type Write } from '../api/objects';
import { objectsOfIds } from '../api/objectsOfIds';
import { type QueryValues, request } from '../api/request';
import { type ApiObject, isRecord } from '../api/types';
import { Icon } from '../components/Icon';
import { Named } from '../components/Named';
import { PageHeader } from '../components/PageHeader';
import { RowErrors } from '../components/RowErrors';
import { Section } from '../components/Section';
import { Value } from '../components/Value';
import { useEntered } from '../form/entered';
import { enteredFields, isSame, sentValue } from '../form/formValues';
import { rowErrorsOf, wholeErrorOf } from '../list/bulkErrors';
import { cellOf, customPrefix } from '../list/columns';
import classes from './ImportPage.module.css';
import { parseCsv, readTable, writeCsv } from './parseCsv';

/** Rows that the preview shows. */
const shown = 200;

interface Outcome {
  /** What the server would have answered. */
  objects: ApiObject[];
  /** What the objects are now, by id, where they are changed. */
  before: Map<string, ApiObject>;
}

/** Takes objects in from a table: shows what would become of each row first. Rows with an id change what is there. */
export function ImportPage({ model }: { model: Model }) {
  const [text, setText] = useState('');
  const letGo = useEntered(text !== '');
  const navigate = useNavigate();
  const rows = useMemo(() => parseCsv(text), [text]);
  const [head = [], ...body] = rows;
  const changes = head.includes('id') && model.may.includes('change');
  const asWrite = (query: QueryValues): Write => ({
    method: changes ? 'PATCH' : 'POST',
    path: `/api${model.url}`,
    body: writeCsv(rows),
    query: { ...query, depth: 1 },
    headers: { 'Content-Type': 'text/csv', Prefer: 'errors=list' },
  });
  const preview = useMutation({
    mutationFn: async (): Promise<Outcome> => {
      const ids = changes ? body.map((row) => row[head.indexOf('id')] ?? '') : [];
      const before = await objectsNow(model, ids);
      const { method, path, ...options } = asWrite({ dry_run: true });
      return { objects: (await request<ApiObject[]>(method, path, options)).data, before };
    },
  });
  const write = useWrite<ApiObject[]>(({ data }) => {
    notifications.show({ message: `${data.length} ${data.length === 1 ? model.title : model.plural} imported.` });
    letGo();
    navigate(model.url);
  });
  const error = write.error ?? preview.error;
  const errors = rowErrorsOf(error);
  const whole = wholeErrorOf(error);
  const enter = (entered: string) => {
    setText(entered);
    preview.reset();
    write.reset();
  };
  const forgetFile = useRef<() => void>(null);
  const take = async (file: File | null) => {
    if (!file) return;
    enter(await readTable(file));
    // The same one can be chosen again once it has been mended.
    forgetFile.current?.();
  };
  return (
    <>
      <PageHeader title={`Import ${model.plural}`} trail={[{ label: capitalized(model.plural), path: model.url }]} />
      <Stack gap="md" className={classes.page!}>
        <Section title="Table">
          <Stack gap="xs">
            <Text size="sm" c="dimmed">
              CSV with names of fields in its first line, as an export has them. Related objects go by name (
              <code>location__name</code>) or id; with a column <code>id</code> the objects of these ids are changed,
              and what has no column stays.
            </Text>
            <Group gap="xs">
              <FileButton accept="text/csv,.csv" resetRef={forgetFile} onChange={(file) => void take(file)}>
                {(props) => (
                  <Button {...props} variant="default" leftSection={<Icon name="upload" size={14} />}>
                    Choose a file
                  </Button>
                )}
              </FileButton>
            </Group>
            <Textarea
              aria-label="CSV"
              autosize
              minRows={6}
              maxRows={16}
              spellCheck={false}
              placeholder={'name,status__name\n…'}
              value={text}
              onChange={({ currentTarget }) => enter(currentTarget.value)}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', whiteSpace: 'pre' } }}
            />
            <Group gap="xs">
              <Button
                variant={preview.data ? 'default' : 'filled'}
                disabled={body.length === 0}
                loading={preview.isPending}
                onClick={() => preview.mutate()}
              >
                Preview {body.length > 0 ? body.length : ''} {body.length === 1 ? 'row' : 'rows'}
              </Button>
              {preview.data && (
                <Button loading={write.isPending} onClick={() => write.mutate(asWrite({}))}>
                  {changes ? 'Change' : 'Create'} {preview.data.objects.length}
                </Button>
              )}
            </Group>
          </Stack>
        </Section>
        {errors && (
          <RowErrors
            errors={errors}
            nameOf={(index) => `Row ${index + 2}: ${body[index]?.[Math.max(0, head.indexOf('name'))] ?? ''}`}
          />
        )}
        {whole && (
          <Alert color="red" variant="light" role="alert">
            {whole}
          </Alert>
        )}
        {preview.data && <Preview model={model} outcome={preview.data} head={head} />}
      </Stack>
    </>
  );
}

async function objectsNow(model: Model, ids: string[]): Promise<Map<string, ApiObject>> {
  const known = ids.filter((id) => id !== '');
  return new Map((await objectsOfIds(model, known, { depth: 1 })).map((object) => [String(object.id), object]));
}

/** What a table's head names. */
interface PreviewColumn {
  head: string;
  field: Field;
}

/** What a table's head names, in the order of forms, and what in it names nothing that an object has. */
function usePreviewColumns(model: Model, head: string[], example: ApiObject | undefined) {
  const description = useDescription(model);
  const custom = useCustomFields(model);
  const heads = new Set(head.map((name) => name.trim()));
  const named = new Set([...heads].map((name) => name.split('__', 1)[0]!));
  const columns: PreviewColumn[] = [
    ...enteredFields(description)
      .filter(({ name }) => named.has(name))
      .map((field) => ({ head: field.name, field })),
    ...custom
      .filter(({ field }) => heads.has(`${customPrefix}${field.name}`))
      .map(({ field }) => ({ head: `${customPrefix}${field.name}`, field })),
  ];
  return { columns, unknown: [...heads].filter((name) => example && !isKnown(description, example, name)) };
}

/** Whether a head names something that objects have, though it may not be one's to enter. */
function isKnown(description: Description, example: ApiObject, head: string): boolean {
  const [name = ''] = head.split('__', 1);
  if (description.field(name) !== undefined || Object.hasOwn(example, name)) return true;
  const { custom_fields: custom } = example;
  return head.startsWith(customPrefix) && isRecord(custom) && Object.hasOwn(custom, head.slice(customPrefix.length));
}

/** What would become of each row; of those that change something, from what to what. */
function Preview({ model, outcome: { objects, before }, head }: { model: Model; outcome: Outcome; head: string[] }) {
  const { columns, unknown } = usePreviewColumns(model, head, objects[0]);
  const wasIn = (object: ApiObject, { head }: PreviewColumn) => cellOf(before.get(String(object.id)) ?? object, head);
  const isChanged = (object: ApiObject, column: PreviewColumn) =>
    !isSame(sentValue(wasIn(object, column), column.field), sentValue(cellOf(object, column.head), column.field));
  return (
    <Section
      title="What would become of it"
      flush
      after={
        <Text size="xs" c="dimmed">
          Nothing is written yet
        </Text>
      }
    >
      {unknown.length > 0 && (
        <Alert color="brass" variant="light" role="alert" m="xs">
          No field is called so, and what stands there is passed over: {unknown.join(', ')}.
        </Alert>
      )}
      <div className={classes.table}>
        <Table verticalSpacing={4} aria-label="Preview">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>What</Table.Th>
              <Table.Th>{capitalized(model.title)}</Table.Th>
              {columns.map(({ head, field }) => (
                <Table.Th key={head}>{field.label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {objects.slice(0, shown).map((object) => {
              const changed = columns.filter((column) => isChanged(object, column));
              const word = !before.has(String(object.id)) ? 'Create' : changed.length > 0 ? 'Change' : 'Same';
              return (
                <Table.Tr key={object.id}>
                  <Table.Td>
                    <Badge
                      color={word === 'Same' ? 'gray' : word === 'Create' ? 'verdigris' : 'brass'}
                      variant="outline"
                    >
                      {word}
                    </Badge>
                  </Table.Td>
                  <Table.Td>
                    <Named text={object.display} />
                  </Table.Td>
                  {columns.map((column) => (
                    <Table.Td key={column.head}>
                      {changed.includes(column) && (
                        <del className={classes.before}>
                          <Value value={wasIn(object, column)} field={column.field} dense />
                        </del>
                      )}
                      <Value value={cellOf(object, column.head)} field={column.field} dense />
                    </Table.Td>
                  ))}
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </div>
      {objects.length > shown && (
        <Text size="xs" c="dimmed" p="xs">
          … and {objects.length - shown} more
        </Text>
      )}
    </Section>
  );
}
