import { parser } from '@prometheus-io/lezer-promql';

/** What a query in PromQL speaks of. */
export interface ReadQuery {
  /** Where it is no PromQL, in its own words. */
  mistakes: string[];
  /** The names of its measures, each with the labels that are asked of it: to be matched, or to be grouped by. */
  asked: { metric: string; labels: string[] }[];
}

type Tree = ReturnType<typeof parser.parse>;
type Node = Tree['topNode'];

/** Reads a query with the parser that Prometheus' own pages use. */
export function readQuery(query: string): ReadQuery {
  const text = ({ from, to }: { from: number; to: number }) => query.slice(from, to);
  const mistakes: string[] = [];
  const asked: ReadQuery['asked'] = [];
  parser.parse(query).iterate({
    enter: (reference) => {
      if (reference.type.isError) mistakes.push(`${text(reference)} at ${reference.from}`);
      if (reference.name !== 'VectorSelector') return;
      const { node } = reference;
      const metric = node.getChild('Identifier');
      if (!metric) mistakes.push(`${text(node)} has no name`);
      else asked.push({ metric: text(metric), labels: [...matched(node), ...grouped(node)].map(text) });
    },
  });
  return { mistakes, asked };
}

const matched = (selector: Node): Node[] =>
  (selector.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []).flatMap((matcher) =>
    matcher.getChildren('LabelName'),
  );

/** The labels by which everything around it is grouped or matched. */
function grouped(selector: Node): Node[] {
  const labels: Node[] = [];
  for (let around = selector.parent; around; around = around.parent)
    for (const clause of ['AggregateModifier', 'MatchingModifierClause'])
      for (const modifier of around.getChildren(clause))
        for (const group of modifier.getChildren('GroupingLabels')) labels.push(...group.getChildren('LabelName'));
  return labels;
}
