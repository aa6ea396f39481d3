import { useId } from 'preact/hooks';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'number' | 'url' | 'tel' | 'password';
  readonly hint?: string;
  readonly isRequired?: boolean;
}

/** A line of text with its label above it. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, type = 'text', hint, isRequired = false } = props;
  const hintId = useId();
  return (
    <div>
      <label>
        <span>{label}</span>
        <input
          type={type}
          value={value}
          required={isRequired}
          autocomplete="off"
          spellcheck={false}
          aria-describedby={hint === undefined ? undefined : hintId}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
          {...(type === 'number' && { min: '0', step: 'any' })}
        />
      </label>
      {hint !== undefined && (
        <small id={hintId} class="quiet">
          {hint}
        </small>
      )}
    </div>
  );
}
