/**
 * An object that templates look at as users of the application know it: `obj.name`, `obj.location.name`, `{{ obj }}`.
 */
export interface TemplateObject {
  /** How it reads. */
  text: string;
  /** What it holds. */
  data: Record<string, unknown>;
  /** The keys of objects it refers to: one, none or several. */
  refs: Record<string, string | string[] | null>;
  /** The names in its data that are dates, with a time or without, which have parts and methods of their own. */
  moments?: string[];
  /** What its methods without arguments answer. */
  calls?: Record<string, unknown>;
  /**
   * Names that objects which refer to it go by. They are found under its key, a slash and the name, as an object whose
   * reference `items` has their keys; without it there are too many.
   */
  lists?: string[];
}

/** A template, and the names it is given: plain data, and objects by their keys, one or a list of them. */
export interface TemplateCase {
  template: string;
  data?: Record<string, unknown>;
  refs?: Record<string, string | string[] | null>;
}

/** What became of a template: its text, or why there is none. */
export type Rendering = { text: string } | { problem: string };
