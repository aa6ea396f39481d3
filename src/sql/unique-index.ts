/** A unique index on one column, which a table needs. */
export interface UniqueIndex {
  readonly column: string;
  /** The rows that it is for. */
  readonly where?: string | undefined;
}

/** An index as it was found. */
interface FoundIndex {
  readonly column: unknown;
  readonly where: string | null | undefined;
}

/** A predicate without what a database adds to it: parentheses, spaces and the types of texts. */
function bare(predicate: string | null | undefined): string {
  return (predicate ?? '').replace(/::(?:text|character varying)|[()\s]/g, '');
}

/** Returns those that were not found. Indexes are known by what they refuse, not by their names. */
export function indexesNotIn(
  found: readonly FoundIndex[],
  needed: readonly UniqueIndex[],
): UniqueIndex[] {
  const isThere = ({ column, where }: UniqueIndex): boolean =>
    found.some((each) => each.column === column && bare(each.where) === bare(where));
  return needed.filter((each) => !isThere(each));
}
