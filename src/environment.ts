interface ProcessLike {
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** An environment variable, where the runtime has them and lets them be read; empty counts as absent. */
export function environmentVariable(name: string): string | undefined {
  try {
    const { process } = globalThis as { process?: ProcessLike };
    const value = process?.env?.[name];
    return value === '' ? undefined : value;
  } catch {
    return undefined; // Deno without the permission to read it
  }
}
