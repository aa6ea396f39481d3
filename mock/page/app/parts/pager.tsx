interface PagerProps {
  readonly of: string;
  /** Absent on the first page, or as long as the page is not read. */
  readonly onNewer: (() => void) | undefined;
  readonly onOlder: (() => void) | undefined;
}

/**
 * Buttons for newer and older entries. One that leads nowhere keeps the focus, so that a key can be
 * pressed again and again.
 */
export function Pager({ of, onNewer, onOlder }: PagerProps) {
  return (
    <nav class="buttons" aria-label={`Pages of ${of}`}>
      <button type="button" aria-disabled={onNewer === undefined} onClick={onNewer}>
        Newer
      </button>
      <button type="button" aria-disabled={onOlder === undefined} onClick={onOlder}>
        Older
      </button>
    </nav>
  );
}
