import { useModels } from '../api/models';
import { Notice } from '../components/Notice';
import { EmbeddedList } from '../list/EmbeddedList';
import type { ObjectProps } from '../pages/registration';

/** What was done to an object, by whom. */
export function Changes({ object }: ObjectProps) {
  const model = useModels().find('extras.objectchange');
  if (!model?.may.includes('view')) return <Notice icon="history" title="You may not see the change log" />;
  return <EmbeddedList model={model} query={{ changed_object_id: String(object.id), sort: '-time' }} />;
}
