// An archive in S3, or in a store with the same API: pass `new S3({ region })` from `@aws-sdk/client-s3`.
// Every put is conditional (`If-None-Match: *`), so nothing is ever replaced, and if two runs overlap,
// one stops. `archiveEvidence` refuses a store that ignores the condition. The key needs PutObject,
// GetObject and ListBucket: without ListBucket, S3 answers 403 for an object that does not exist. For
// `eraseRecord`, and to tidy up what `archiveRecord` left to be gathered, it needs DeleteObject.
//
// Object Lock protects the archive from everyone, the owner of this key included. It needs a bucket with
// versioning, a default retention (governance or compliance mode) as long as you must keep evidence, and no
// PutBucketVersioning or BypassGovernanceRetention for this key. A removed object is then hidden behind a
// delete marker: to erase it, delete its version once the retention is over.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Vault } from 'consent-evidence/archive';

/** The part of the SDK's aggregated client, `S3`, that is used here. */
export interface S3Like {
  headObject(input: { Bucket: string; Key: string }): Promise<unknown>;
  putObject(input: {
    Bucket: string;
    Key: string;
    Body: Uint8Array;
    ContentType: string;
    IfNoneMatch: '*';
  }): Promise<unknown>;
  deleteObject(input: { Bucket: string; Key: string }): Promise<unknown>;
  getObject(input: {
    Bucket: string;
    Key: string;
  }): Promise<{ Body?: { transformToByteArray(): Promise<Uint8Array> } }>;
  listObjectsV2(input: {
    Bucket: string;
    Prefix: string;
    ContinuationToken?: string;
  }): Promise<{ Contents?: { Key?: string; Size?: number }[]; NextContinuationToken?: string }>;
}

const statusOf = (error: unknown): unknown =>
  (error as { $metadata?: { httpStatusCode?: unknown } }).$metadata?.httpStatusCode;

const TRIES = 5;

/** 503 SlowDown: S3 has too many requests for this prefix, and the SDK has given up after a few tries. */
const SLOW_DOWN = 503;

/** Resolves to `undefined` if there is no such object; any other error is thrown. */
async function unlessAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

/** @param wait resolves after so many milliseconds. */
export function s3Vault(
  s3: S3Like,
  bucket: string,
  folder = 'evidence/',
  wait: (ms: number) => Promise<unknown> = sleep,
): Vault {
  const at = (path: string) => ({ Bucket: bucket, Key: folder + path });
  async function patiently<T>(
    work: () => Promise<T>,
    isPassing = (status: unknown): boolean => status === SLOW_DOWN,
  ): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (!isPassing(statusOf(error)) || tries === TRIES) throw error;
      }
      await wait(tries * 500);
    }
  }
  return {
    async has(path) {
      return (await unlessAbsent(patiently(() => s3.headObject(at(path))))) !== undefined;
    },
    async put(path, bytes, { contentType }) {
      const content = { Body: bytes, ContentType: contentType, IfNoneMatch: '*' } as const;
      try {
        // 409: another put of it is in progress, perhaps one of ours whose answer was lost.
        await patiently(
          () => s3.putObject({ ...at(path), ...content }),
          (status) => status === 409 || status === SLOW_DOWN,
        );
        return 'kept';
      } catch (error) {
        if (statusOf(error) === 412) return 'exists';
        throw error;
      }
    },
    async remove(path) {
      await patiently(() => s3.deleteObject(at(path)));
    },
    async get(path) {
      const found = await unlessAbsent(patiently(() => s3.getObject(at(path))));
      if (found?.Body === undefined) return undefined;
      const bytes = await found.Body.transformToByteArray();
      return (async function* () {
        yield bytes;
      })();
    },
    async *list(prefix) {
      let token: string | undefined;
      do {
        const from = token === undefined ? {} : { ContinuationToken: token };
        const page = await patiently(() =>
          s3.listObjectsV2({ Bucket: bucket, Prefix: folder + prefix, ...from }),
        );
        for (const { Key = '', Size = 0 } of page.Contents ?? []) {
          if (Key.endsWith('/')) continue; // the empty object that a console makes for a folder
          yield { path: Key.slice(folder.length), bytes: Size };
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
    },
  };
}
