import { escapeHtml } from './escape';

export interface Step {
  name: string;
  path: string;
}

/** The way from the root of the API to a path, one step per segment. */
export function stepsTo(path: string): Step[] {
  const segments = path.split('/').filter((segment) => segment !== '');
  return segments.map((segment, index) => ({
    name: index === 0 && segment === 'api' ? 'API root' : nameOf(segment),
    path: `/${segments.slice(0, index + 1).join('/')}/`,
  }));
}

/** The steps as a breadcrumb; `prefix` is what a proxy in front of us cut off the path. */
export function renderTrail(steps: readonly Step[], prefix: string): string {
  const items = steps.map(
    (step) => `<li><a href="${escapeHtml(prefix + step.path)}">${escapeHtml(step.name)}</a></li>`,
  );
  return `<nav aria-label="Breadcrumb"><ol class="trail">${items.join('')}</ol></nav>`;
}

/** Leaves ids as they are, since they are copied; makes `ip-addresses` read `Ip addresses`. */
function nameOf(segment: string): string {
  const text = decode(segment);
  if (/\d/.test(text)) return text;
  const words = text.replace(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
