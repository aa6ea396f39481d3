/**
 * Runs a function of the user's that is told something, and waits for it; what it throws must not
 * change what is done.
 */
export async function ignoringErrors(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch {
    // It is told, not asked; and it may be where errors go: there is nowhere further.
  }
}
