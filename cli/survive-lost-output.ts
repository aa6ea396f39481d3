import { meaningOf } from './files/file-error.ts';
import { tell } from './tell.ts';

/**
 * Keeps this process alive if no one reads its output any more or the disk under it is full: a fake
 * goes on, and a state is still saved. A reader that leaves early, such as `head`, is no failure;
 * with any other error the exit code is 1.
 */
export function surviveLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    let isTold = false;
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' || isTold) return;
      isTold = true;
      process.exitCode = 1;
      tell(`error: the output could not be written: ${meaningOf(error)}`);
    });
  }
}
