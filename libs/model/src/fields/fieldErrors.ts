/** What is wrong with an object, by field; of what a field holds again by field. */
export interface FieldErrors {
  [field: string]: string[] | FieldErrors;
}
