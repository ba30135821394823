import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours of code. */
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.definitionKeyword, tags.operatorKeyword], color: 'var(--pl-accent)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--pl-brass)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'light-dark(#7a3e9d, #c9a3e6)' },
  {
    tag: [tags.attributeName, tags.propertyName, tags.variableName, tags.special(tags.name)],
    color: 'light-dark(#1f5aa6, #8fbcf0)',
  },
  { tag: tags.comment, color: 'var(--pl-muted)', fontStyle: 'italic' },
]);

const selected = { backgroundColor: 'color-mix(in srgb, var(--pl-accent) 24%, transparent)' };

/** Surfaces, and what stands over them. */
const surfaces = EditorView.theme({
  '&': { color: 'var(--pl-text)', backgroundColor: 'var(--pl-surface)', fontSize: '0.75rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.6' },
  '.cm-content': { padding: '0.5rem 0', caretColor: 'var(--pl-text)' },
  '.cm-line': { padding: '0 0.75rem' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--pl-text)' },
  '.cm-selectionBackground': selected,
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': selected,
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--pl-hover)',
    outline: '1px solid var(--pl-line-strong)',
  },
  '.cm-tooltip': {
    color: 'var(--pl-text)',
    backgroundColor: 'var(--pl-raised)',
    border: '1px solid var(--pl-line-strong)',
    borderRadius: 'var(--mantine-radius-sm)',
    boxShadow: 'var(--mantine-shadow-md)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    fontSize: '0.75rem',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.15rem 0.5rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { color: 'var(--pl-text)', backgroundColor: 'var(--pl-selected)' },
  '.cm-completionDetail': { marginLeft: '1rem', color: 'var(--pl-muted)', fontStyle: 'normal' },
  '.cm-completionInfo': { maxWidth: '22rem', padding: '0.35rem 0.6rem' },
});

/** How code looks, in light and in dark. */
export const look: Extension = [surfaces, syntaxHighlighting(colours)];
