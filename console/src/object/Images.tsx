import { Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useModels } from '../api/models';
import { useList } from '../api/objects';
import type { ApiObject } from '../api/types';
import { AllOfThem } from '../components/AllOfThem';
import { Icon } from '../components/Icon';
import { pageOf } from '../components/ObjectLink';
import { Section } from '../components/Section';
import type { ObjectProps } from '../pages/registration';
import classes from './Images.module.css';

/** Pictures that are shown. */
const most = 20;

/** The pictures of an object; nothing where there are none and none may be added. */
export function Images({ model, object }: ObjectProps) {
  const images = useModels().find('extras.imageattachment');
  const mayView = images?.may.includes('view') ?? false;
  const ofObject = { content_type: model.label, object_id: object.id };
  const { data } = useList<ApiObject & { image: string }>(
    images ?? { url: '' },
    { ...ofObject, limit: most, depth: 0 },
    mayView,
  );
  const mayAdd = images?.may.includes('add') && model.may.includes('change');
  if (!images || !data || (data.count === 0 && !mayAdd)) return null;
  return (
    <Section
      title="Pictures"
      after={
        mayAdd && (
          <Button
            component={Link}
            to={`${images.url}add/?content_type=${model.label}&object_id=${object.id}`}
            size="compact-xs"
            variant="subtle"
            leftSection={<Icon name="add" size={12} />}
          >
            Add picture
          </Button>
        )
      }
    >
      {data.count === 0 && (
        <Text size="xs" c="dimmed">
          There are none yet.
        </Text>
      )}
      <ul className={classes.images}>
        {data.results.map((image) => (
          <li key={image.id}>
            <Link to={pageOf(image.url)}>
              <img src={image.image} alt={image.display} loading="lazy" />
            </Link>
          </li>
        ))}
      </ul>
      <AllOfThem model={images} query={ofObject} shown={data.results.length} count={data.count} />
    </Section>
  );
}
