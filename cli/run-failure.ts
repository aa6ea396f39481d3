/**
 * A failure while the command ran, not in how it was called. It is reported in one line, and the
 * exit code is 1.
 */
export class RunFailure extends Error {}
