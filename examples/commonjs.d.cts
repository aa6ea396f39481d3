/** Reads one record and returns its consent mechanisms, or `found: false` if there is no record. */
export function run(env: {
  readonly CONSENT_EVIDENCE_API_KEY?: string | undefined;
  readonly CONSENT_EVIDENCE_BASE_URL?: string | undefined;
  readonly CDR_ID: string;
}): Promise<
  | { readonly cdrId: string; readonly mechanisms: readonly string[] }
  | { readonly cdrId: string; readonly found: false }
>;
