import { Alert, Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isConflict, messageOf } from '../../api/apiError';
import { useDescription } from '../../api/description';
import { type Model, useModels } from '../../api/models';
import { ifMatch, objectPath, readNow, usePath, useWrite } from '../../api/objects';
import type { Page } from '../../api/types';
import { Notice } from '../../components/Notice';
import { Pager } from '../../components/Pager';
import { PageSkeleton } from '../../components/PageSkeleton';
import { Section } from '../../components/Section';
import { Value } from '../../components/Value';
import { useEntered } from '../../form/entered';
import { EmbeddedList } from '../../list/EmbeddedList';
import { FilterBar } from '../../list/FilterBar';
import type { ObjectProps } from '../registration';
import classes from './Deliveries.module.css';
import { filterOfSearch, searchOfFilter } from './groupFilter';

/** The objects in a dynamic group. */
export function GroupMembers({ model, object }: ObjectProps) {
  const kind = useModels().find(String(object.content_type));
  if (!kind) return <Notice title="You may not see its members" />;
  return <Members kind={kind} url={`${model.url}${object.id}/members/`} />;
}

/** Members whose ids are asked for at a time; they are then listed as their model is, by these ids. */
const size = 100;

function Members({ kind, url }: { kind: Model; url: string }) {
  const [offset, setOffset] = useState(0);
  const { data, error } = usePath<Page>(`/api${url}`, { limit: size, offset });
  if (error) return <Notice title="Its members cannot be shown">{messageOf(error)}</Notice>;
  if (!data) return <PageSkeleton />;
  if (data.count === 0) return <Notice icon="table" title={`No ${kind.plural} are in it`} />;
  return (
    <div className={classes.page}>
      {data.count <= data.results.length && (
        <Group gap="xs" mb="sm">
          <span className={classes.count}>
            {data.count.toLocaleString('en')} {data.count === 1 ? kind.title : kind.plural}
          </span>
        </Group>
      )}
      <Pager
        offset={offset}
        shown={data.results.length}
        count={data.count}
        size={size}
        noun={kind.plural}
        back="Back"
        on="On"
        onTurn={setOffset}
      />
      <div className={classes.table}>
        <EmbeddedList key={offset} model={kind} query={{ id: data.results.map(({ id }) => id) }} />
      </div>
    </div>
  );
}

/** What members are found by, put together as the filters of a list are. */
export function GroupFilter(props: ObjectProps) {
  const kind = useModels().find(String(props.object.content_type));
  if (!kind) return null;
  return <Filter {...props} kind={kind} />;
}

function Filter({ model, object, etag, kind }: ObjectProps & { kind: Model }) {
  const description = useDescription(kind);
  const kept = searchOfFilter(object.filter);
  /** What somebody has put together, and the version they began with: the page asks anew meanwhile. */
  const [entered, setEntered] = useState<{ filters: URLSearchParams; base: string | undefined }>();
  const [isClashing, setClashing] = useState(false);
  const filters = entered?.filters ?? kept;
  const mayChange = model.may.includes('change');
  const isChanged = String(filters) !== String(kept);
  useEntered(isChanged && mayChange);
  const client = useQueryClient();
  const write = useWrite();
  const asItWas = () => {
    setEntered(undefined);
    setClashing(false);
  };
  const clash = async () => {
    const now = await readNow(client, model, object.id);
    setEntered((known) => known && { ...known, base: now.etag });
    setClashing(true);
  };
  const refuse = (error: unknown) => notifications.show({ color: 'red', title: 'Not kept', message: messageOf(error) });
  const save = () =>
    write.mutate(
      {
        method: 'PATCH',
        path: objectPath(model, object.id),
        body: { filter: filterOfSearch(filters) },
        headers: ifMatch(entered?.base),
      },
      {
        onSuccess: () => {
          asItWas();
          notifications.show({ title: 'The filter is kept', message: 'Members follow it from now on.' });
        },
        onError: (error) => (isConflict(error) ? void clash().catch(refuse) : refuse(error)),
      },
    );
  return (
    <Section title={`Which ${kind.plural}`}>
      <FilterBar
        model={kind}
        description={description}
        filters={filters}
        onChange={(change) =>
          setEntered((known) => {
            const next = new URLSearchParams(known?.filters ?? kept);
            change(next);
            return { filters: next, base: known ? known.base : etag };
          })
        }
      />
      {isClashing && isChanged && (
        <Alert color="brass" variant="light" role="alert" mt="sm">
          Somebody else has changed this group meanwhile; its filter is now <Value value={object.filter} dense />. Keep
          yours to put it in the place of theirs.
        </Alert>
      )}
      {String(filters) === '' && <p className={classes.count}>All of them: no filter is set.</p>}
      <div style={{ margin: '0.75rem -1rem -0.75rem' }}>
        <EmbeddedList key={String(filters)} model={kind} query={filterOfSearch(filters)} />
      </div>
      {mayChange && isChanged && (
        <Group gap="xs" mt="xl">
          <Button loading={write.isPending} onClick={save}>
            Keep this filter
          </Button>
          <Button variant="default" onClick={asItWas}>
            {isClashing ? 'As it is now' : 'As it was'}
          </Button>
        </Group>
      )}
    </Section>
  );
}
