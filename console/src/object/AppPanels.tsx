import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../api/apiError';
import type { AppPanel } from '../api/models';
import { request } from '../api/request';
import { isRecord } from '../api/types';
import { FieldList } from '../components/FieldList';
import { ObjectLink } from '../components/ObjectLink';
import { Section } from '../components/Section';
import { Value } from '../components/Value';
import type { ObjectProps } from '../pages/registration';
import classes from './AppPanels.module.css';
import { blocksOf, type PanelBlock } from './panelBlocks';

/** Milliseconds after which a panel has nothing to show: the page does not wait for it. */
const patience = 10_000;

/** What applications show of an object, each in a place of its own, where it also says that it cannot. */
export function AppPanels({ model, object }: ObjectProps) {
  return model.panels.map((panel) => <Panel key={panel.url} panel={panel} id={String(object.id)} />);
}

function Panel({ panel: { title, url, app }, id }: { panel: AppPanel; id: string }) {
  const { data, error } = useQuery({
    queryKey: ['path', url, id],
    retry: false,
    refetchInterval: false,
    queryFn: async ({ signal }) => {
      const both = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
      return blocksOf((await request('GET', url, { query: { id }, signal: both })).data);
    },
  });
  if (error)
    return (
      <Section title={title}>
        <Text c="dimmed" size="sm">
          {app} cannot show this now: {messageOf(error)}
        </Text>
      </Section>
    );
  if (data === undefined || data.length === 0) return null;
  return (
    <Section title={title}>
      {data.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no name but their place.
        <Block key={index} block={block} title={title} />
      ))}
    </Section>
  );
}

function Block({ block, title }: { block: PanelBlock; title: string }) {
  if (block.kind === 'text') return <div className={classes.text}>{block.text}</div>;
  if (block.kind === 'fields')
    return (
      <FieldList
        rows={block.rows.map(({ label, value }, index) => ({
          name: `${label} ${index}`,
          label,
          value: <Shown value={value} />,
        }))}
      />
    );
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={title}>
        <thead>
          <tr>
            {block.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, index) => (
            // biome-ignore-start lint/suspicious/noArrayIndexKey: rows and their values have no name but their place.
            <tr key={index}>
              {row.map((value, place) => (
                <td key={place}>
                  <Shown value={value} />
                </td>
              ))}
            </tr>
            // biome-ignore-end lint/suspicious/noArrayIndexKey: as above.
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** One value; an object is named by its kind, its id and what it is called, and leads to its own page and nowhere else. */
function Shown({ value }: { value: unknown }) {
  if (!isRecord(value) || typeof value.object_type !== 'string') return <Value value={value} dense />;
  const { object_type, id, display } = value;
  return <ObjectLink object={{ object_type, id: String(id), display: String(display), url: '' }} />;
}
