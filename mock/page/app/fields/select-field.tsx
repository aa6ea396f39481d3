import { Field, type FieldFrame } from './field.tsx';

interface SelectFieldProps<Value extends string> extends FieldFrame {
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly onChange: (value: Value) => void;
  /** Whether the empty value counts as no choice. */
  readonly isRequired?: boolean;
}

/** A choice of one of several values, with its label above it. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { value, options, onChange, isRequired = false, ...frame } = props;
  // An unknown value, as of an address, is shown: the first option would be untrue.
  const isKnown = options.some(([each]) => each === value);
  const all = isKnown ? options : [...options, [value, value] as const];
  return (
    <Field {...frame}>
      {(described) => (
        <select
          value={value}
          required={isRequired}
          onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
          {...described}
        >
          {all.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
