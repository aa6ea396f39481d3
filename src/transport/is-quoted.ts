/** Returns whether a value still has the quotes that it has in a `.env` file or a shell. */
export function isQuoted(text: string): boolean {
  return /^(["'`]).*\1$/s.test(text.trim()) && text.trim().length > 1;
}
