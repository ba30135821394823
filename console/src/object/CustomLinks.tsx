import { useModels } from '../api/models';
import { usePath } from '../api/objects';
import type { ObjectProps } from '../pages/registration';
import { type GivenButton, GivenButtons } from './GivenButtons';

interface CustomLink extends GivenButton {
  new_window: boolean;
  /** Null where there is a problem. */
  target_url: string | null;
}

/** Links that somebody has given to objects of this model. */
export function CustomLinks({ model, object }: ObjectProps) {
  const links = useModels().find('extras.customlink');
  const isAsked = (links?.may.includes('view') ?? false) && model.abilities.includes('customLinks');
  const { data = [] } = usePath<CustomLink[]>(
    '/api/extras/rendered-custom-links/',
    { content_type: model.label, object_id: object.id },
    isAsked,
  );
  return <GivenButtons given={data} actOf={leading} />;
}

const leading = ({ new_window: isNew, target_url }: CustomLink) => {
  const href = target_url ?? '';
  return isNew ? { href, target: '_blank', rel: 'noopener noreferrer' } : { href };
};
