/** Returns the address in a member that is an address, or an object with one. */
function addressOf(member: unknown): string | undefined {
  const isObject = typeof member === 'object' && member !== null;
  const url: unknown = isObject ? (member as { url?: unknown }).url : member;
  return typeof url === 'string' && URL.canParse(url) ? url : undefined;
}

/**
 * Returns what keeps a manifest from being published: no version yet, or no address of the code, the
 * pages or a contact. npm refuses a provenance without `repository`.
 */
export function releaseProblems(manifest: {
  readonly version?: unknown;
  readonly repository?: unknown;
  readonly homepage?: unknown;
  readonly bugs?: unknown;
}): string[] {
  const { version, repository, homepage, bugs } = manifest;
  const problems: string[] = [];
  if (version === undefined || version === '0.0.0') {
    problems.push('there is no version yet; run "npm run release:version" and commit it');
  }
  for (const [name, member] of Object.entries({ repository, homepage, bugs })) {
    if (addressOf(member) === undefined) {
      problems.push(`"${name}" must be an address, or an object with one as "url"`);
    }
  }
  return problems;
}
