export {
  type ComposedReply,
  type ComposedRequest,
  type ComposedSet,
  type FiltersReply,
  setOperators,
} from './messages';
