import type { ServiceDefinition } from '@plumbline/engine';
import type { Catalog } from '@plumbline/model';

/** What is wrong with the rules that a service has on models of others, each as a line. */
export function brokenValidators({ app, validators = [] }: ServiceDefinition, catalog: Catalog): string[] {
  const labels = validators.map(({ of }) => of);
  return validators.flatMap(({ of, columns }, index) => {
    const model = catalog.find(of);
    if (!model) return [`${app}: validators name ${of}`];
    if (model.app === app) return [`${app}: validators name ${of}, which is its own: its model has \`validate\`.`];
    if (model.sealed) return [`${app}: validators name ${of}, which holds secrets.`];
    if (labels.indexOf(of) < index) return [`${app}: validators name ${of} twice.`];
    return columns
      .filter((column) => !model.columns.includes(column))
      .map((column) => `${app}: the validator of ${of} names ${column}`);
  });
}
