/**
 * Something went wrong as the command ran, and not in how it was called: it is told in one line, and
 * the exit code is 1.
 */
export class RunFailure extends Error {}
