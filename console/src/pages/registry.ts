import type { Model } from '../api/models';
import { circuits } from './circuits/registration';
import { dcim } from './dcim/registration';
import { extras } from './extras/registration';
import { ipam } from './ipam/registration';
import type { HomePanel, ModelPages, Page, Registration } from './registration';
import { tenancy } from './tenancy/registration';
import { users } from './users/registration';
import { virtualization } from './virtualization/registration';

/** Every domain that adds something; a model that nobody adds to has all that its description makes of it. */
const registrations: readonly Registration[] = [circuits, dcim, ipam, extras, tenancy, users, virtualization];

const byLabel = new Map<string, ModelPages>(registrations.flatMap(({ models }) => Object.entries(models)));
const none: ModelPages = {};

/** All pages that are no model's. */
export const pages: readonly Page[] = registrations.flatMap((registration) => registration.pages);

/** What domains show on the home page. */
export const homePanels: readonly HomePanel[] = registrations.flatMap(({ home = [] }) => home);

/** What a model has beside what is made of its description. */
export const pagesOf = (model: Pick<Model, 'label'>): ModelPages => byLabel.get(model.label) ?? none;
