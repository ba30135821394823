import type { Model } from '../api/models';
import type { HomePanel, ModelPages, OwnPage, Registration } from './registration';

const byLabel = new Map<string, ModelPages>();
const allPages: OwnPage[] = [];
const allPanels: HomePanel[] = [];
const none: ModelPages = {};

/**
 * Takes in what domains add, before anything is shown (`registrations.ts`). What shows it asks here and knows no domain: their
 * pages show lists and objects in turn.
 */
export function register(registrations: readonly Registration[]): void {
  for (const { models, pages, home = [] } of registrations) {
    for (const [label, added] of Object.entries(models)) byLabel.set(label, added);
    allPages.push(...pages);
    allPanels.push(...home);
  }
}

/** All pages that are no model's. */
export const pages: readonly OwnPage[] = allPages;

/** What domains show on the home page. */
export const homePanels: readonly HomePanel[] = allPanels;

/** What a model has beside what is made of its description. */
export const pagesOf = (model: Pick<Model, 'label'>): ModelPages => byLabel.get(model.label) ?? none;
