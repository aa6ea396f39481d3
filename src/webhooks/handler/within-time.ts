/** Resolves to what `run` gives, or after `ms` milliseconds to what `late` gives. `run` continues. */
export async function withinTime<T>(run: Promise<T>, ms: number, late: () => T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    return await Promise.race([run, timeout.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
