interface ProcessLike {
  getBuiltinModule?(name: string): unknown;
}

/** A module of the runtime's own, where it has it (Node, Bun, Deno): no import for a bundler to resolve. */
export function builtinModule(name: string): unknown {
  try {
    return (globalThis as { process?: ProcessLike }).process?.getBuiltinModule?.(name);
  } catch {
    return undefined;
  }
}
