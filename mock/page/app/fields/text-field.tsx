import { Field, type FieldFrame } from './field.tsx';

/** A value that can be chosen instead of typed, with its description. */
export interface Proposal {
  readonly value: string;
  readonly about?: string;
}

interface TextFieldProps extends FieldFrame {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'number' | 'url' | 'tel' | 'password';
  readonly isRequired?: boolean;
  readonly proposals?: readonly Proposal[];
}

/** A field for one line of text, with its label above it. */
export function TextField(props: TextFieldProps) {
  const { value, onChange, type = 'text', isRequired = false, proposals, ...frame } = props;
  const listId = `${frame.label.replace(/\W+/g, '-')}-proposals`;
  return (
    <Field {...frame}>
      {(described) => (
        <>
          <input
            type={type}
            value={value}
            required={isRequired}
            autocomplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
            {...(type === 'number' && { min: '0', step: 'any' })}
            {...(proposals !== undefined && { list: listId })}
            {...described}
          />
          {proposals !== undefined && (
            <datalist id={listId}>
              {proposals.map(({ value: proposed, about }) => (
                <option key={proposed} value={proposed} label={about} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}
