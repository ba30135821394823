import { Link } from 'react-router';
import { useModels } from '../api/models';
import { objectPath } from '../api/objects';
import { pathOf } from '../api/request';
import type { RelatedObject } from '../api/types';
import { Named } from './Named';
import classes from './ObjectLink.module.css';

/** The console's address of an object that the API has named by its URL. */
export const pageOf = (url: string): string => pathOf(url).replace(/^\/api(?=\/)/, '');

/** A related object by its name, as a link where there is a page of it. */
export function ObjectLink({ object }: { object: RelatedObject }) {
  const model = useModels().find(object.object_type);
  const name = nameOf(object);
  if (!model) return <Named text={name} />;
  const path = objectPath(model, object.id).replace(/^\/api/, '');
  return (
    <Link to={path} className={classes.link}>
      <Named text={name} />
    </Link>
  );
}

/** What an object is called. */
export const nameOf = (object: RelatedObject): string =>
  object.display ?? (typeof object.name === 'string' ? object.name : String(object.id));
