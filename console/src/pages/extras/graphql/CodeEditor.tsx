import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import { drawSelection, EditorView, keymap } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { nonce } from '../../../theme/nonce';
import classes from './CodeEditor.module.css';
import { look } from './look';

/** What every editor has. `Tab` leaves it, as it leaves any other field. */
const always: Extension = [
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion({ icons: false }),
  look,
  EditorView.lineWrapping,
  keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
];

export interface CodeEditorProps {
  label: string;
  value: string;
  /** Its language, with what goes along; the same as long as it is to stay. */
  language: Extension;
  /** What it tells of what is typed; read only without. */
  onChange?(value: string): void;
  /** What `Ctrl Enter` does in it. */
  onRun?(): void;
  /** Higher than one line. */
  size?: 'tall' | 'low';
}

/** Code with colours, completion and what is wrong with it; long text is drawn where one looks. */
export function CodeEditor({ label, value, language, onChange, onRun, size = 'tall' }: CodeEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const spoken = useRef(new Compartment());
  const latest = useRef({ value, language, onChange, onRun });
  latest.current = { value, language, onChange, onRun };
  const isReadOnly = onChange === undefined;

  useEffect(() => {
    const made = new EditorView({
      parent: box.current!,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          EditorView.cspNonce.of(nonce()),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorState.readOnly.of(isReadOnly),
          Prec.highest(
            keymap.of([
              {
                key: 'Mod-Enter',
                run: () => {
                  latest.current.onRun?.();
                  return true;
                },
              },
            ]),
          ),
          always,
          spoken.current.of(latest.current.language),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged && state.doc.toString() !== latest.current.value)
              latest.current.onChange?.(state.doc.toString());
          }),
        ],
      }),
    });
    view.current = made;
    return () => made.destroy();
  }, [label, isReadOnly]);

  useEffect(() => {
    view.current?.dispatch({ effects: spoken.current.reconfigure(language) });
  }, [language]);

  useEffect(() => {
    const shown = view.current?.state.doc;
    if (shown && shown.toString() !== value)
      view.current!.dispatch({ changes: { from: 0, to: shown.length, insert: value } });
  }, [value]);

  return <div ref={box} className={classes.editor} data-size={size} />;
}
