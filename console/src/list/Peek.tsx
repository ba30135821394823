import '@mantine/core/styles/Drawer.layer.css';
import { Button, Drawer, Group } from '@mantine/core';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { useDescription } from '../api/description';
import type { Model } from '../api/models';
import { useObject } from '../api/objects';
import type { ApiObject } from '../api/types';
import { FieldList } from '../components/FieldList';
import { Named } from '../components/Named';
import { pageOf } from '../components/ObjectLink';
import { PageSkeleton } from '../components/PageSkeleton';
import { useReturnedFocus } from '../components/useReturnedFocus';
import { Value } from '../components/Value';
import { useOwnModel } from '../object/useOwnModel';

const hidden = new Set([
  'object_type',
  'display',
  'url',
  'notes_url',
  'custom_fields',
  'relationships',
  'computed_fields',
  'config_context',
  'natural_slug',
  'id',
]);

/** An object beside its list, without leaving it. */
export function Peek({ model, object, onClose }: { model: Model; object: ApiObject; onClose: () => void }) {
  const page = pageOf(object.url);
  const { may } = useOwnModel(model, object.id);
  useReturnedFocus();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="30rem"
      title={<Named text={object.display} />}
      closeButtonProps={{ 'aria-label': 'Close' }}
      overlayProps={{ backgroundOpacity: 0.15 }}
      transitionProps={{ duration: 120 }}
    >
      <Group gap="xs" mb="sm">
        <Button component={Link} to={page}>
          Open
        </Button>
        {may.includes('change') && (
          <Button component={Link} to={`${page}edit/`} variant="default">
            Edit
          </Button>
        )}
      </Group>
      <Suspense fallback={<PageSkeleton />}>
        <Fields model={model} id={object.id} />
      </Suspense>
    </Drawer>
  );
}

function Fields({ model, id }: { model: Model; id: string | number }) {
  const description = useDescription(model);
  const { object } = useObject(model, id);
  const rows = description.formOrder.flatMap((name) => {
    const field = description.field(name);
    const value = object[name];
    if (!field || hidden.has(name) || value === null || value === undefined || value === '') return [];
    return [{ name, label: field.label, value: <Value value={value} field={field} /> }];
  });
  return <FieldList rows={rows} />;
}
