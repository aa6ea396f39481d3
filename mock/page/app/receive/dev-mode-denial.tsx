/** The refusal of a Dev Mode record, which can never be received (spec §4.6 rule 8, §4.7). */
export function DevModeDenial() {
  return (
    <div class="result bad">
      <p>
        <strong>409 CDR_DEV_MODE</strong>: this is a Dev Mode capture. Nobody can ever receive it,
        and retrying does not help.
      </p>
      <p>Ask the producer for a production capture.</p>
    </div>
  );
}
