import type { ServiceDefinition } from '@plumbline/engine';
import type { Catalog } from '@plumbline/model';

/** What is wrong with the panels that a service has on pages of objects, each as a line. */
export const brokenPanels = ({ app, views = [] }: ServiceDefinition, catalog: Catalog): string[] =>
  views
    .flatMap(({ panel }) => (panel ? [panel.of, panel.shows] : []))
    .filter((label) => !catalog.find(label))
    .map((label) => `${app}: panels name ${label}`);
