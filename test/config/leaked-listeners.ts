/**
 * Lets the run fail on a leak of listeners, of which Node only warns: every wait on a socket or a
 * signal must remove what it added.
 */
function failOnLeak(warning: Error): void {
  if (warning.name === 'MaxListenersExceededWarning') throw warning;
}

// Files share a process, and each of them comes here.
if (process.listeners('warning').every(({ name }) => name !== failOnLeak.name)) {
  process.on('warning', failOnLeak);
}
