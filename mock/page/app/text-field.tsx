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
  return (
    <label>
      <span>{label}</span>
      <input
        type={type}
        value={value}
        required={isRequired}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
        {...(type === 'number' && { min: '0', step: 'any' })}
      />
      {hint !== undefined && <small class="quiet">{hint}</small>}
    </label>
  );
}
