/**
 * What is wrong, by its name:
 * - `missing`: a line has the file, and it is not there.
 * - `changed`: its length or SHA-256 is another; or a line of the manifest was changed.
 * - `added`: the file is there, and no line has it. A run that was cut off can leave one; the next run
 *   puts it in order.
 * - `reordered`: a line stands elsewhere than where it was written. `removed`: the lines between two
 *   are gone, or the line before was changed.
 * - `head`: `manifest.head` does not name the last line: one of the two was changed, or lines were cut
 *   off. A run that was cut off can leave it one write behind; the next run puts it in order.
 * - `cut`: an earlier run found that the manifest had been cut or changed, and went on from there.
 * - `seal`: a signature or time stamp that is not over the line before it, or not by its key.
 * - `unreadable`: the vault could not give the file.
 */
export type VerifyProblemKind =
  | 'missing'
  | 'changed'
  | 'added'
  | 'reordered'
  | 'removed'
  | 'head'
  | 'cut'
  | 'seal'
  | 'unreadable';

/** A file or a line that is not as it was archived. */
export interface VerifyProblem {
  /** Its name; see {@link VerifyProblemKind}. */
  readonly kind: VerifyProblemKind;
  /** The file. */
  readonly path: string;
  /** In words. */
  readonly message: string;
  /** Which line of the manifest, from 1. */
  readonly line?: number;
  /** Whose file it is. */
  readonly cdrId?: string;
}

/** How far a check is. */
export interface VerifyProgress {
  /** Lines checked. */
  readonly lines: number;
  /** Files checked. */
  readonly files: number;
  /** Bytes read. */
  readonly bytes: number;
  /** Problems found. */
  readonly problems: number;
}

/** What a check of a vault found. */
export interface VerifyReport {
  /** Whether everything is as it was archived. */
  readonly ok: boolean;
  /** The first 10,000 that are not. */
  readonly problems: readonly VerifyProblem[];
  /** How many there are in all. */
  readonly problemCount: number;
  /** Records in the manifest. */
  readonly records: number;
  /** Lines of the manifest. */
  readonly lines: number;
  /** Files that the manifest has. */
  readonly files: number;
  /** Bytes of them that were read. */
  readonly bytes: number;
  /** SHA-256 of the last line: compare it with the one that you keep elsewhere. */
  readonly head: string;
  /** Signatures and time stamps. */
  readonly seals: {
    /** Lines that are seals. */
    readonly count: number;
    /** Signatures that were checked with a key of `publicKeys`, and hold. */
    readonly verified: number;
    /** Signatures of keys that are not among `publicKeys`. */
    readonly unchecked: number;
    /** Time stamps: that each names its digest is checked here; `openssl ts -verify` checks the rest. */
    readonly timestamps: number;
    /** How many lines the last checked signature covers, from the first. */
    readonly signedLines: number;
  };
}
