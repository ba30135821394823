/** A model's label, `<app>.<model>`, such as `ipam.prefix`; what the contract calls a content type. */
export type Label = `${string}.${string}`;

/** The application and the model that a label, or a content type, names: `ipam.prefix` → `ipam`, `prefix`. */
export function partsOfLabel(label: string): { app: string; model: string } {
  const [app = '', ...model] = label.split('.');
  return { app, model: model.join('.') };
}

/** A stored row: column name to value, as the store's type parsers deliver it. */
export type Row = Record<string, unknown>;

/** `IP address` → `IP address`, `prefix` → `Prefix`. */
export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
