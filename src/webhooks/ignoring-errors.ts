/** Runs a hook of the user's and waits for it; what it throws must not change the answer. */
export async function ignoringErrors(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch {
    // The hook is where errors go: there is nowhere further.
  }
}
