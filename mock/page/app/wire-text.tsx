/** JSON with its parts on lines of their own; any other text as it is. */
function spaced(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A text as it went over the wire, in a region that a keyboard can scroll. */
export function WireText({ label, text }: { label: string; text: string }) {
  return (
    <figure class="wire">
      <figcaption class="quiet">{label}</figcaption>
      <section aria-label={label} tabIndex={0}>
        <pre>{text === '' ? '(empty)' : spaced(text)}</pre>
      </section>
    </figure>
  );
}
