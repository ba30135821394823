export { associationLabel, isSymmetric, type Relationship } from './definition';
export { matching } from './matching';
export { type LinkRequest, linkRequest, type Refusal, settleLinksRequest } from './messages';
