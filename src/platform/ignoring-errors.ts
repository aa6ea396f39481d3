/**
 * Runs a callback of the user's that is only notified, and waits for it. Its errors are ignored:
 * they must not change what happens next.
 */
export async function ignoringErrors(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch {
    // The callback may itself be the error handler: there is nowhere else to report to.
  }
}
