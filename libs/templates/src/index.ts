export { type FindObjects, renderTemplate, renderTemplates } from './renderTemplates';
export type { Rendering, TemplateCase, TemplateObject } from './templateCase';
