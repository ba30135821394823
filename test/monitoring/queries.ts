import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../program/root';

/** A query somebody is shown the answer of, and the labels they are shown with it. */
export interface Query {
  /** The panel or alert it stands in. */
  of: string;
  expression: string;
  shown: string[];
}

const folder = join(root, 'deploy/helm/plumbline/monitoring');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

interface Panel {
  title: string;
  targets: { expr: string; legendFormat: string }[];
}
interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[];
}

/** Every query of the dashboard. */
export function dashboardQueries(): Query[] {
  const { panels } = JSON.parse(read('dashboard.json')) as { panels: Panel[] };
  return panels.flatMap(({ title, targets }) =>
    targets.map(({ expr, legendFormat }) => ({
      of: title,
      expression: expr,
      shown: [...legendFormat.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, label]) => label!),
    })),
  );
}

/** Whether a query is about something that is measured only where there are read replicas. */
export const isAboutReplicas = ({ expression }: Query): boolean => expression.includes('plumbline_replica');

/** The condition of every alert. */
export function alertQueries(): Query[] {
  const { groups } = parse(read('alerts.yaml')) as Rules;
  return groups.flatMap(({ rules }) =>
    rules.map(({ alert, expr, annotations }) => ({
      of: alert,
      expression: expr,
      shown: [...JSON.stringify(annotations).matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label!),
    })),
  );
}
