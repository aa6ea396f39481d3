import { builtinModule } from './builtin-module.ts';

interface OpenFile {
  readonly fd: number;
  sync(): Promise<void>;
}

interface Files {
  fsync(fd: number, done: (error: Error | null) => void): void;
}

/**
 * Waits until what was written to a file is on the disk. Under Yarn's Plug'n'Play `file.sync()` is
 * not implemented, and throws; there `fsync` is Node's own. A sync that was tried and failed
 * rejects, and is never repeated: the second one would succeed although bytes were lost.
 */
export function syncFile(file: OpenFile): Promise<void> {
  try {
    return file.sync();
  } catch {
    const fs = builtinModule('node:fs') as Files;
    return new Promise((resolve, reject) => {
      fs.fsync(file.fd, (error) => (error ? reject(error) : resolve()));
    });
  }
}
