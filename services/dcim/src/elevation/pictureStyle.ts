/** Diagonal stripes of one colour on paper; `turn` is their angle. */
const stripes = (id: string, color: string, turn: number): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="6" y2="0" gradientUnits="userSpaceOnUse" spreadMethod="repeat" gradientTransform="rotate(${turn})">` +
  '<stop class="paper" offset="0"/><stop class="paper" offset="0.5"/>' +
  `<stop class="ink" offset="0.5" stop-color="${color}"/><stop class="ink" offset="1" stop-color="${color}"/></linearGradient>`;

/** What marks units that are reserved, occupied from behind or hidden, and those whose other side is taken. */
export const patterns = [
  stripes('reserved', '#c7c7ff', 45),
  stripes('occupied', '#d7d7d7', 45),
  stripes('blocked', '#ffc0c0', 45),
  stripes('blocked_partial', '#a0a0a0', -45),
].join('');

/** How the picture of a rack looks. */
export const pictureStyle = `
svg { background: #f6f7f9 }
text { font-family: system-ui, "Helvetica Neue", Arial, sans-serif; text-anchor: middle; dominant-baseline: central; pointer-events: none }
.rack { fill: none; stroke: #39424e; stroke-width: 2 }
.unit { fill: #5c6773; font-variant-numeric: tabular-nums }
.paper { stop-color: #fdfdfd }
.slot { fill: #fdfdfd; stroke: #d5dae1; stroke-width: 1 }
.slot.reserved { fill: url(#reserved) }
.blocked { fill: url(#blocked); stroke: #d5dae1; stroke-width: 1 }
.slot.blocked_partial { fill: url(#blocked_partial) }
.back .slot { fill: url(#occupied); stroke: #9aa3ad }
.device .slot { stroke: #39424e; stroke-opacity: 0.55 }
a:hover .slot, a:focus .slot { stroke: #1769ff; stroke-opacity: 1; stroke-width: 2 }
.add-device { fill: #1769ff; opacity: 0 }
a:hover .add-device, a:focus .add-device, .kept .add-device { opacity: 1 }
.back text, .kept .add-device { fill: #39424e; paint-order: stroke; stroke: #fdfdfd; stroke-width: 4px; stroke-linejoin: round }
.kept .add-device { font-style: italic }
.hidden { display: none }
@media (prefers-color-scheme: dark) {
  svg { background: #161b22 }
  .rack { stroke: #8b949e }
  .unit { fill: #8b949e }
  .paper { stop-color: #22272e }
  .ink { stop-opacity: 0.3 }
  .slot { fill: #22272e; stroke: #444c56 }
  .back text, .kept .add-device { fill: #e6edf3; stroke: #22272e }
}`;
