interface ProcessLike {
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns an environment variable; `undefined` if it is empty or the runtime has none or hides it.
 */
export function environmentVariable(name: string): string | undefined {
  try {
    const { process } = globalThis as { process?: ProcessLike };
    const value = process?.env?.[name];
    return value === '' ? undefined : value;
  } catch {
    return undefined; // Deno without the permission to read it
  }
}
