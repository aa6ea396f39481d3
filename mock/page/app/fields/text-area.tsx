import type { Ref } from 'preact';
import { Field, type FieldFrame } from './field.tsx';

interface TextAreaProps extends FieldFrame {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows: number;
  readonly isCode?: boolean;
  readonly areaRef?: Ref<HTMLTextAreaElement>;
}

/** A field for several lines of text, with its label above it. */
export function TextArea(props: TextAreaProps) {
  const { value, onChange, rows, isCode = false, areaRef, ...frame } = props;
  return (
    <Field {...frame}>
      {(described) => (
        <textarea
          ref={areaRef ?? null}
          rows={rows}
          value={value}
          class={isCode ? 'code' : ''}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
          {...described}
        />
      )}
    </Field>
  );
}
