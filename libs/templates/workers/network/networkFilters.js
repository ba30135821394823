const { addressFilters } = require('./addressFilters');
const { interfaceFilters } = require('./interfaceFilters');
const { segmentFilters } = require('./segmentFilters');
const { expressionFilters } = require('./expressionFilters');
const { measureFilters } = require('./measureFilters');
const { passwordFilters } = require('./passwordFilters');
const { versionFilters } = require('./versionFilters');
const { leftOut } = require('./leftOut');

/** The filters of the Python library netutils, which Nautobot hands to its templates. */
const networkFilters = {
  ...addressFilters,
  ...interfaceFilters,
  ...segmentFilters,
  ...measureFilters,
  ...expressionFilters,
  ...versionFilters,
  ...passwordFilters,
  ...leftOut,
};

module.exports = { networkFilters };
