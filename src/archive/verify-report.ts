/**
 * The kinds of problem:
 * - `missing`: the manifest lists the file, but it does not exist.
 * - `changed`: its length or SHA-256 differs, or a line of the manifest was changed.
 * - `added`: the file exists, but the manifest does not list it. An interrupted run can leave one; the
 *   next run fixes it.
 * - `reordered`: a line is not where it was written. `removed`: lines in between are gone, or the
 *   previous line was changed.
 * - `head`: `manifest.head` does not match the last line: one of the two was changed, or lines were cut
 *   off. An interrupted run can leave it one write behind; the next run fixes it.
 * - `other_head`: a head of `heads` is not the SHA-256 of any line: since it was noted, lines up to it
 *   were changed or removed, or it is of another vault.
 * - `cut`: an earlier run found that the manifest had been cut or changed, and continued from there.
 * - `seal`: a signature or time stamp does not match the previous line or its key; or lines are not
 *   signed by any of `publicKeys`.
 * - `twice`: a record has two lines.
 * - `erasure`: an erasure is not of a record's own files, or a file that it names is still there.
 * - `unreadable`: the vault could not read the file; with an empty path, it could not list its files.
 */
export type VerifyProblemKind =
  | 'missing'
  | 'changed'
  | 'added'
  | 'reordered'
  | 'removed'
  | 'head'
  | 'other_head'
  | 'cut'
  | 'seal'
  | 'unreadable'
  | 'twice'
  | 'erasure';

/** A file or line that is not as it was archived. */
export interface VerifyProblem {
  /** Its kind; see {@link VerifyProblemKind}. */
  readonly kind: VerifyProblemKind;
  /** The file. */
  readonly path: string;
  /** The description. */
  readonly message: string;
  /** The line of the manifest, from 1. */
  readonly line?: number;
  /** The record of the file. */
  readonly cdrId?: string;
}

/** The progress of a check. */
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

/** The result of a check. */
export interface VerifyReport {
  /** Whether everything is as it was archived. */
  readonly ok: boolean;
  /** The first 10,000 problems. */
  readonly problems: readonly VerifyProblem[];
  /** How many problems there are in total. */
  readonly problemCount: number;
  /** The first 1,000 files that operating systems leave in folders, such as `.DS_Store`. */
  readonly ignored: readonly string[];
  /** Records in the manifest. */
  readonly records: number;
  /** Records that were erased, which are among `records`. */
  readonly erased: number;
  /** Lines of the manifest. */
  readonly lines: number;
  /** Files of the manifest that were read. */
  readonly files: number;
  /** Bytes of these files. */
  readonly bytes: number;
  /** SHA-256 of the last line: compare it with the one that you keep elsewhere. */
  readonly head: string;
  /** Signatures and time stamps. */
  readonly seals: {
    /** Lines that are seals. */
    readonly count: number;
    /** Signatures that are valid for a key of `publicKeys`. */
    readonly verified: number;
    /** Signatures of keys that are not among `publicKeys`. */
    readonly unchecked: number;
    /** Time stamps. Only their digests are checked here; `openssl ts -verify` checks the rest. */
    readonly timestamps: number;
    /** How many lines the last checked signature covers, from the first. */
    readonly signedLines: number;
  };
}
