/** What a picture needs of the page's style, to look the same where that is not. */
const styles = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'paint-order',
];

/** Space around what is drawn, in pixels. */
const margin = 24;

/** Saves a drawing as a file of its own, whole, at its natural size, with the colours it has on the page. */
export function exportSvg(svg: SVGSVGElement, content: SVGGElement, name: string): void {
  svg.dataset.exporting = '';
  const copy = content.cloneNode(true) as SVGGElement;
  const from = [content, ...content.querySelectorAll<SVGElement>('*')];
  const to = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  for (const [index, element] of from.entries()) {
    const computed = getComputedStyle(element);
    for (const style of styles) {
      const value = computed.getPropertyValue(style);
      if (value !== '') to[index]!.setAttribute(style, value);
    }
    for (const attribute of ['class', 'style', 'tabindex', 'href', 'data-discover'])
      to[index]!.removeAttribute(attribute);
  }
  const { x, y, width, height } = content.getBBox();
  const ground = getComputedStyle(svg).backgroundColor;
  delete svg.dataset.exporting;
  copy.removeAttribute('transform');
  const box = [x - margin, y - margin, width + 2 * margin, height + 2 * margin].map(Math.round) as [
    number,
    number,
    number,
    number,
  ];
  const whole = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  whole.setAttribute('viewBox', box.join(' '));
  whole.setAttribute('width', String(box[2]));
  whole.setAttribute('height', String(box[3]));
  const title = document.createElementNS(whole.namespaceURI!, 'title');
  title.textContent = name;
  const paper = document.createElementNS(whole.namespaceURI!, 'rect');
  for (const [attribute, value] of Object.entries({
    x: box[0],
    y: box[1],
    width: box[2],
    height: box[3],
    fill: ground,
  }))
    paper.setAttribute(attribute, String(value));
  whole.append(title, paper, copy);
  const file = new Blob([new XMLSerializer().serializeToString(whole)], { type: 'image/svg+xml' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `${name.replaceAll(/[^\p{L}\p{N}-]+/gu, '-')}.svg`;
  link.click();
  // The browser has begun to save it when the click returns.
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
