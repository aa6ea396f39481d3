import { invalidInput } from '../errors/invalid-input-error.ts';
import {
  codeOf,
  type FileFacts,
  type NodeFiles,
  type NodePaths,
  type OpenFile,
} from './node-files.ts';

/** How a file is opened. A new file must not exist; one that grows is made if it does not. */
export type Purpose = 'read' | 'create' | 'grow';

const FLAGS: Readonly<Record<Purpose, readonly string[]>> = {
  read: ['O_RDONLY'],
  create: ['O_WRONLY', 'O_CREAT', 'O_EXCL'],
  grow: ['O_RDWR', 'O_CREAT', 'O_APPEND'],
};

/** Evidence names people, so only the owner may read it. */
const FILE_MODE = 0o600;

/** Rejects unsafe paths: they also come from manifests, which are not trusted. */
function segmentsOf(path: string): string[] {
  const segments = path.split('/');
  const isOdd = (segment: string) =>
    segment === '' || segment === '.' || segment === '..' || /[\\\u0000]/.test(segment);
  if (!segments.some(isOdd)) return segments;
  throw invalidInput('path', 'expected names separated by "/", none of them empty, "." or ".."');
}

/**
 * The one way to the files of a folder vault. Below the root, no link is followed, to read or to write:
 * whoever can make a link there could have us read, change or cut off files elsewhere. The root itself may
 * be a link.
 */
export class FolderPaths {
  readonly root: string;
  readonly #fs: NodeFiles;
  readonly #paths: NodePaths;

  constructor(fs: NodeFiles, paths: NodePaths, root: string) {
    this.#fs = fs;
    this.#paths = paths;
    this.root = root;
  }

  /** Returns where a path of the vault is on the disk. @throws if a part of it is a link. */
  async at(path: string): Promise<string> {
    await this.facts(path);
    return this.#paths.join(this.root, ...segmentsOf(path));
  }

  /** Returns what is at a path; `undefined` if it does not exist. @throws if a part of it is a link. */
  async facts(path: string): Promise<FileFacts | undefined> {
    let at = this.root;
    let facts: FileFacts | undefined;
    const segments = segmentsOf(path);
    for (const [index, segment] of segments.entries()) {
      at = this.#paths.join(at, segment);
      facts = await this.lstat(at);
      if (facts === undefined) return undefined;
      if (!facts.isSymbolicLink()) continue;
      const link = segments.slice(0, index + 1).join('/');
      throw new Error(
        `${link} is a link, and a vault follows none: remove it, and find who made it`,
      );
    }
    return facts;
  }

  /** Returns whether a path is a file. @throws if it is anything else that exists. */
  async isFile(path: string): Promise<boolean> {
    const facts = await this.facts(path);
    if (facts === undefined || facts.isFile()) return facts !== undefined;
    throw new Error(`${path} is not a file`);
  }

  /** Opens a file of the vault. */
  async open(path: string, purpose: Purpose): Promise<OpenFile> {
    const at = await this.at(path);
    const { constants } = this.#fs;
    // Windows has no O_NOFOLLOW: there the look before is all.
    const names = [...FLAGS[purpose], 'O_NOFOLLOW'];
    const flags = names.reduce((sum, name) => sum | (constants[name] ?? 0), 0);
    return this.#fs.open(at, flags, FILE_MODE);
  }

  /** Returns what is at a place on the disk, a link itself included. */
  async lstat(at: string): Promise<FileFacts | undefined> {
    try {
      return await this.#fs.lstat(at);
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) as string)) return undefined;
      throw error;
    }
  }
}
