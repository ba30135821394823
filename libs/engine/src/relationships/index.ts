export {
  associationLabel,
  type Facet,
  facetsFrom,
  isSymmetric,
  type Relationship,
  relationshipSchema,
} from './definition';
export { linksOf } from './links';
export { matching } from './matching';
export { type LinkRequest, linkRequest, type Refusal, settleLinksRequest } from './messages';
export { passing } from './show';
