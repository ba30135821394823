import type { ChoiceSet } from '@plumbline/model';

/** Methods of requests to other systems. */
export const httpMethods: ChoiceSet = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, method]);
