export { answered, Refused } from './answered';
export { createPlumbline, type Plumbline, type PlumblineOptions } from './createPlumbline';
export { everyObject, type Page, type Part } from './everyObject';
export type { BodyOf, DetailPath, ItemOf, ListPath, ObjectOf, QueryOf } from './paths';
export { type Patience, patientFetch } from './patientFetch';
