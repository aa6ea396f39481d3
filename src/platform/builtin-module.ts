interface ProcessLike {
  getBuiltinModule?(name: string): unknown;
}

/**
 * Returns a built-in module if the runtime has it, without an import that a bundler would resolve.
 * Next.js's Edge runtime has a `process` whose functions throw.
 */
export function builtinModule(name: string): unknown {
  try {
    return (globalThis as { process?: ProcessLike }).process?.getBuiltinModule?.(name);
  } catch {
    return undefined;
  }
}
