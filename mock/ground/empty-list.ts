/** What is said of `[]` where an object is expected: json_encode of PHP writes an empty array so. */
export const EMPTY_LIST = 'it is [], as PHP writes an empty array; send {}, as new stdClass() does';

export function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
