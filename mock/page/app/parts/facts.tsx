import { textOf } from './text-of.ts';

interface FactsProps {
  readonly title: string;
  readonly facts: Readonly<Record<string, unknown>> | null;
  readonly empty: string;
}

/** Names and values under a heading. Whatever a page said is shown as text. */
export function Facts({ title, facts, empty }: FactsProps) {
  const entries = Object.entries(facts ?? {});
  return (
    <section>
      <h2>{title}</h2>
      {entries.length === 0 ? (
        <p class="quiet">{empty}</p>
      ) : (
        <dl class="facts">
          {entries.map(([name, value]) => [
            <dt key={`${name} name`}>{name}</dt>,
            <dd key={`${name} value`}>{textOf(value)}</dd>,
          ])}
        </dl>
      )}
    </section>
  );
}
