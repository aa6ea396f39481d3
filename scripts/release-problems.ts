/** The address of a member that is one, or an object with one. */
function addressOf(member: unknown): string | undefined {
  const isObject = typeof member === 'object' && member !== null;
  const url: unknown = isObject ? (member as { url?: unknown }).url : member;
  return typeof url === 'string' && URL.canParse(url) ? url : undefined;
}

/**
 * What keeps a manifest from being published: no version yet, or no address where a user finds the
 * code, the pages and somebody to write to. npm refuses a provenance without `repository`.
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
    problems.push('there is no version yet; run "npx changeset version" and commit it');
  }
  for (const [name, member] of Object.entries({ repository, homepage, bugs })) {
    if (addressOf(member) === undefined) {
      problems.push(`"${name}" must be an address, or an object with one as "url"`);
    }
  }
  return problems;
}
