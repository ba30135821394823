import { useNavigate } from 'react-router';
import type { Model } from '../api/models';
import { useObject } from '../api/objects';
import { Notice } from '../components/Notice';
import { pageOf } from '../components/ObjectLink';

/** In the place of the form of an object that constraints keep somebody from changing. */
export function NotYours({ model, id }: { model: Model; id: string }) {
  const { object } = useObject(model, id);
  const navigate = useNavigate();
  return (
    <Notice
      isPage
      title={`${object.display} is not yours to change`}
      action={{ label: 'Show it', run: () => navigate(pageOf(object.url)) }}
    >
      You may change other {model.plural}, and look at this one.
    </Notice>
  );
}
