function messageOf(cause: unknown): string {
  const { message } = (cause ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : String(cause);
}

/** A failure of the vault, as opposed to one of the service. */
export class VaultFailure extends Error {
  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
  }
}

/** Thrown if the manifest could not be written. */
export class ManifestFailure extends Error {
  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
  }
}

/** Runs `work` on the vault, and wraps its errors in `VaultFailure`. */
export async function inVault<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof VaultFailure ? error : new VaultFailure(error);
  }
}
