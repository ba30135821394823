import { memo, useCallback, useRef } from 'react';
import { FieldInput, type FieldInputProps } from './FieldInput';

/** Gives a field another value. */
export type Enter = (name: string, value: unknown) => void;

/** A function that is the same one for as long as a form is there, and does what the last one does that it was given. */
export function useEnter(enter: Enter): Enter {
  const latest = useRef(enter);
  latest.current = enter;
  return useCallback((name, value) => latest.current(name, value), []);
}

/** One field of a form. It is drawn anew when something of it is another, however many others there are, and whatever is typed there. */
export const EnteredField = memo(function EnteredField({
  onEnter,
  ...props
}: Omit<FieldInputProps, 'onChange'> & { onEnter: Enter }) {
  return <FieldInput {...props} onChange={(value) => onEnter(props.field.name, value)} />;
});
