import { Anchor, Skeleton, Text } from '@mantine/core';
import { Link } from 'react-router';
import { messageOf } from '../api/apiError';
import { useModels } from '../api/models';
import { objectPath, useList } from '../api/objects';
import { Moment } from '../components/Moment';
import { Named } from '../components/Named';
import { Section } from '../components/Section';
import type { Change } from '../object/Changes';
import classes from './HomePage.module.css';

/** Changes that are shown. */
const most = 10;

/** What was changed last, by whom. */
export function RecentChanges() {
  const models = useModels();
  const log = models.find('extras.objectchange');
  const { data, error } = useList<
    Change & { changed_object_type: string; changed_object_id: string; object_repr: string }
  >(log ?? { url: '' }, { limit: most, sort: '-time' }, log !== undefined);
  return (
    <Section
      title="Recent changes"
      after={
        <Anchor component={Link} to={log?.url ?? '/'} size="xs">
          All
        </Anchor>
      }
    >
      {data === undefined && (error ? <p role="alert">{messageOf(error)}</p> : <Skeleton height={240} />)}
      {data?.results.length === 0 && <Text c="dimmed">Nothing has been changed yet.</Text>}
      <ul className={classes.lines}>
        {data?.results.map((change) => {
          const model = models.find(change.changed_object_type);
          const isThere = model !== undefined && change.action.value !== 'delete';
          return (
            <li key={change.id}>
              <span className={classes.line}>
                <b>
                  <Named text={change.user_name} />
                </b>{' '}
                {change.action.label.toLowerCase()} {model?.title ?? change.changed_object_type}{' '}
                {isThere ? (
                  <Anchor
                    component={Link}
                    to={`${objectPath(model, change.changed_object_id).slice('/api'.length)}changes/`}
                    inherit
                  >
                    <Named text={change.object_repr} />
                  </Anchor>
                ) : (
                  <Named text={change.object_repr} />
                )}
              </span>
              <Text span size="xs" c="dimmed">
                <Moment value={change.time} />
              </Text>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
