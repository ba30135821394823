import type { ComponentType, LazyExoticComponent } from 'react';
import type { Model } from '../api/models';
import type { ApiObject } from '../api/types';
import type { IconName } from '../components/Icon';
import type { FormValues } from '../form/formValues';

type Loaded<Props> = ComponentType<Props> | LazyExoticComponent<ComponentType<Props>>;

/** What everything on an object's page is given: the object with those it names in full (`depth=1`). */
export interface ObjectProps {
  model: Model;
  object: ApiObject;
  /** The version it was read in, for `If-Match`. */
  etag: string | undefined;
}

/** What another way of looking at a list is given. */
export interface ListProps {
  model: Model;
  /** The filters in the address, without what is about sorting and paging. */
  filters: URLSearchParams;
}

/** What a part of a form is given. */
export interface FormPanelProps {
  model: Model;
  values: FormValues;
  onChange(values: FormValues): void;
}

/** A part of an object's first tab. */
export interface Panel {
  /** Its heading; none where the component has one. */
  title?: string;
  component: Loaded<ObjectProps>;
  /** `main`: beside its fields, wide; `side`: in the narrow column. */
  place: 'main' | 'side';
  /** Whether it is shown for this object; always where absent. */
  when?: (object: ApiObject) => boolean;
}

/** A tab of an object's page, with an address of its own: `/dcim/racks/<id>/<name>/`. */
export interface ObjectTab {
  name: string;
  label: string;
  component: Loaded<ObjectProps>;
  when?: (object: ApiObject, model: Model) => boolean;
  /** A number beside the label. */
  count?: (object: ApiObject) => number | undefined;
}

/** Another way of looking at a list: a tree, a map. Its name is in the address: `?view=tree`. */
export interface ListView {
  name: string;
  label: string;
  icon: IconName;
  component: Loaded<ListProps>;
}

/** What a model has beside what is made of its description. All of it may be left out. */
export interface ModelPages {
  icon?: IconName;
  /** Columns of its list, unless somebody has chosen others. */
  columns?: string[];
  /** Other ways of looking at its list; the first one is shown first where `isDefaultView`. */
  listViews?: ListView[];
  isDefaultView?: boolean;
  /** A page of its own in the place of the list, the form, or the whole page of an object. */
  list?: Loaded<{ model: Model }>;
  form?: Loaded<{ model: Model; id?: string }>;
  object?: Loaded<{ model: Model; id: string }>;
  /** What helps to enter it, below its form. */
  formPanel?: Loaded<FormPanelProps>;
  panels?: Panel[];
  tabs?: ObjectTab[];
  /** Buttons in the head of an object's page. */
  actions?: Loaded<ObjectProps>;
  /** What is shown of an object beside its name, at the top of its page. */
  headline?: Loaded<ObjectProps>;
  /** Fields that are not shown among the others, since a panel or tab shows them. */
  hiddenFields?: string[];
  /** Fields that its form leaves out: the server works them out, though it says that they are to be entered. */
  workedOut?: string[];
  /** Fields that hold a list of words, where the description has only JSON: what is offered for each. */
  words?: Record<string, string[]>;
  /** Referrers that get no tab: `dcim.interface.device`, as `<model>.<field>`. */
  hiddenReferrers?: string[];
}

/** A page with an address of its own that is no model's. */
export interface OwnPage {
  /** `/dcim/rack-elevations/` */
  path: string;
  label: string;
  component: Loaded<object>;
  /** Where it is in the navigation, where the server's menu does not have it: section and group. */
  under?: [section: string, group: string];
  /** The model that one must be able to view to be offered it. */
  requires?: string;
}

/** A part of the home page. */
export interface HomePanel {
  title: string;
  component: Loaded<object>;
  /** `attention`: what needs looking after, which stands first and shows nothing where all is well. */
  place: 'attention' | 'news';
  /** The model that one must be able to view to be shown it. */
  requires?: string;
}

/** What a domain adds to the console. */
export interface Registration {
  models: Record<string, ModelPages>;
  pages: OwnPage[];
  home?: HomePanel[];
}
