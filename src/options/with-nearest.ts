import { nearestName } from './nearest-name.ts';

/** Adds the name that was probably meant to the message, if one is near. */
export function withNearest(message: string, given: string, names: readonly string[]): string {
  const near = nearestName(given, names);
  return near === undefined ? message : `${message}; did you mean "${near}"?`;
}
