-- Siblings of one name are told apart by their ids, so that each is followed by what is below it.
update tenantgroup set tree_order = array(
  select part from unnest(tree_order, tree_ids) with ordinality as node(name, id, place),
    unnest(array[name, node.id::text]) with ordinality as parts(part, number)
  order by place, number
) where cardinality(tree_order) = cardinality(tree_ids);
