import type { CustomFieldType, Relationship } from '@plumbline/extensions';

/** A custom field, as far as asking for it goes. */
export interface CustomFieldDefinition {
  key: string;
  type: CustomFieldType;
  labels: string[];
  isFilter: boolean;
}

/** What people have added to the models while the program runs; the schema is made anew when it changes. */
export interface Definitions {
  customFields: CustomFieldDefinition[];
  relationships: Relationship[];
  computedFields: { key: string; label: string }[];
}
