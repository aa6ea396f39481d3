import { useRef } from 'preact/hooks';
import { type Note, notesAt } from '../fields/field-notes.tsx';
import { SelectField } from '../fields/select-field.tsx';
import { TextArea } from '../fields/text-area.tsx';
import { TextField } from '../fields/text-field.tsx';
import type { CriteriaAccess } from './criteria-access.ts';
import { type Path, valueAt } from './criteria-text.ts';

const MATCHES = [
  ['', 'is contained'],
  ['exact', 'is the whole text'],
] as const;

const SCOPES = [
  ['', 'in at least one disclosure'],
  ['every_disclosure', 'in every disclosure'],
] as const;

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/**
 * Returns the phrases, one per line. Within a phrase, a line break matches like a space (spec
 * §2.7).
 */
const linesOf = (value: unknown) =>
  Array.isArray(value) ? value.map((each) => textOf(each).replaceAll(/\s*\n\s*/g, ' ')) : [];

interface RuleProps {
  readonly rule: unknown;
  readonly title: string;
  readonly hasScope: boolean;
  /** The notes on this rule, with their paths below it. */
  readonly notes: readonly Note[];
  readonly set: (path: Path, given: unknown) => void;
  readonly onRemove: () => void;
  readonly areaRef: (area: HTMLTextAreaElement | null) => void;
}

function TextRule({ rule, title, hasScope, notes, set, onRemove, areaRef }: RuleProps) {
  const anyOf = linesOf(valueAt(rule, ['anyOf']));
  return (
    <fieldset class="rule">
      <legend>{title}</legend>
      <TextArea
        label="Any of these phrases, one per line"
        rows={Math.max(2, anyOf.length)}
        value={anyOf.join('\n')}
        onChange={(text) => set(['anyOf'], text.split('\n'))}
        notes={notesAt(notes, 'anyOf')}
        areaRef={areaRef}
      />
      <div class="fields narrow">
        <TextField
          label="Rule id"
          value={textOf(valueAt(rule, ['ruleId']))}
          onChange={(text) => set(['ruleId'], text)}
          notes={notesAt(notes, 'ruleId')}
        />
        <SelectField
          label="Phrase match"
          value={valueAt(rule, ['match']) === 'exact' ? 'exact' : ''}
          options={MATCHES}
          onChange={(match) => set(['match'], match === '' ? undefined : match)}
          notes={notesAt(notes, 'match')}
        />
        {hasScope && (
          <SelectField
            label="Where"
            value={valueAt(rule, ['scope']) === 'every_disclosure' ? 'every_disclosure' : ''}
            options={SCOPES}
            onChange={(scope) => set(['scope'], scope === '' ? undefined : scope)}
            notes={notesAt(notes, 'scope')}
          />
        )}
      </div>
      <button type="button" onClick={onRemove}>
        Remove<span class="unseen"> {title}</span>
      </button>
    </fieldset>
  );
}

/** Returns an id that no rule of the list has. */
function freeId(kind: string, rules: readonly unknown[]): string {
  const taken = new Set(rules.map((rule) => valueAt(rule, ['ruleId'])));
  let number = rules.length + 1;
  while (taken.has(`${kind}-${number}`)) number += 1;
  return `${kind}-${number}`;
}

function notesOn(notes: readonly Note[], path: string): Note[] {
  return notesAt(notes, path).map((note) => ({ ...note, path: note.path.slice(path.length + 1) }));
}

interface TextRulesProps extends CriteriaAccess {
  readonly kind: 'required' | 'forbidden';
}

/** The phrases that must or must not be there (spec §2.7). */
export function TextRules({ kind, value, notes, set }: TextRulesProps) {
  const list = `${kind}Text`;
  const found = valueAt(value, ['disclosure', list]);
  const rules: readonly unknown[] = Array.isArray(found) ? found : [];
  const isNew = useRef(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const focusNew = (area: HTMLTextAreaElement | null): void => {
    if (area !== null && isNew.current) area.focus();
    if (area !== null) isNew.current = false;
  };
  const add = (): void => {
    isNew.current = true;
    const rule = { ruleId: freeId(kind, rules), anyOf: [''] };
    set(['disclosure', list, rules.length], rule);
  };
  return (
    <>
      {rules.map((rule, index) => (
        <TextRule
          // A rule has no stable name: its id is being typed.
          key={index}
          rule={rule}
          title={`${kind === 'required' ? 'A disclosure must say' : 'No disclosure may say'} (${index + 1})`}
          hasScope={kind === 'required'}
          notes={notesOn(notes, `disclosure.${list}.${index}`)}
          set={(path, given) => set(['disclosure', list, index, ...path], given)}
          onRemove={() => {
            set(['disclosure', list, index], undefined);
            addButton.current?.focus();
          }}
          areaRef={index === rules.length - 1 ? focusNew : () => undefined}
        />
      ))}
      <p>
        <button type="button" ref={addButton} onClick={add}>
          {kind === 'required' ? 'Add a required phrase' : 'Add a forbidden phrase'}
        </button>
      </p>
    </>
  );
}
