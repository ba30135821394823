/** What a custom field holds. */
export const customFieldTypeChoices = [
  ['text', 'Text'],
  ['integer', 'Integer'],
  ['boolean', 'Boolean (true/false)'],
  ['date', 'Date'],
  ['url', 'URL'],
  ['select', 'Selection'],
  ['multi-select', 'Multiple selection'],
  ['json', 'JSON'],
  ['markdown', 'Markdown'],
] as const;

/** How a filter compares texts: any part of them, or the whole; or not at all. */
export const filterLogicChoices = [
  ['disabled', 'Disabled'],
  ['loose', 'Loose'],
  ['exact', 'Exact'],
] as const;
