import type { App } from '@plumbline/config';
import type { ServiceDefinition } from '@plumbline/engine';

/** Where the URLs of an app begin below `/api/`. */
const rootOfApp = (name: App): string => `plugins/${name}`;

/** What is wrong with an app by itself: it may claim nothing but what is its own. */
export function claimsOf(name: App, { app, root, models, lists = [], views = [] }: ServiceDefinition): string[] {
  const own = rootOfApp(name);
  const endpoints = [...models, ...lists].flatMap(({ endpoint }) => endpoint ?? []);
  const segments = [...endpoints, ...views.flatMap((view) => (view.path === undefined ? [view.name] : []))];
  return [
    ...(app === name ? [] : [`It calls itself ${app} and is loaded as ${name}.`]),
    ...(root === own ? [] : [`The root of its service is ${root}, and must be ${own}.`]),
    ...models.flatMap((model) => [
      ...(model.label.startsWith(`${name}.`) && model.app === name
        ? []
        : [`It claims ${model.label}: labels of its models begin with ${name}.`]),
      ...(model.root === own ? [] : [`The root of ${model.label} is ${model.root}, and must be ${own}.`]),
    ]),
    ...repeated(models.map(({ label }) => label)).map((label) => `It has ${label} twice.`),
    ...repeated(segments).map((segment) => `Two of its URLs are ${segment}/.`),
    ...views.flatMap(({ path }) =>
      path === undefined || path.startsWith(`/api/${own}/`)
        ? []
        : [`It claims ${path}, which is not below /api/${own}/.`],
    ),
  ];
}

const repeated = (words: readonly string[]): string[] => [
  ...new Set(words.filter((word, index) => words.indexOf(word) !== index)),
];
