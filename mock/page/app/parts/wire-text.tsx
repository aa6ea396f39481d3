import { spacedJson } from './spaced-json.ts';

/** A text from the wire, with JSON formatted, in a region that can be scrolled by keyboard. */
export function WireText({ label, text }: { label: string; text: string }) {
  return (
    <figure class="wire">
      <figcaption class="quiet">{label}</figcaption>
      <section aria-label={label} tabIndex={0}>
        <pre>{text === '' ? '(empty)' : spacedJson(text)}</pre>
      </section>
    </figure>
  );
}
