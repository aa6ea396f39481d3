/** Formats JSON over several lines. Any other text stays as it is. */
function spaced(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A text from the wire, with JSON formatted, in a region that can be scrolled by keyboard. */
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
