// An archive in S3, or in any store with the same API: pass `new S3({ region })` from
// `@aws-sdk/client-s3`. Every put is conditional (`If-None-Match: *`), so nothing is ever replaced, and
// if two runs overlap, one stops. A bucket with Object Lock protects it from everyone else too.
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

/** Resolves to `undefined` if there is no such object; any other error is thrown. */
async function unlessAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

export function s3Vault(s3: S3Like, bucket: string, folder = 'evidence/'): Vault {
  const at = (path: string) => ({ Bucket: bucket, Key: folder + path });
  return {
    async has(path) {
      return (await unlessAbsent(s3.headObject(at(path)))) !== undefined;
    },
    async put(path, bytes, { contentType }) {
      try {
        const content = { Body: bytes, ContentType: contentType };
        await s3.putObject({ ...at(path), ...content, IfNoneMatch: '*' });
        return 'kept';
      } catch (error) {
        // 412: the object exists. 409: another put of it is in progress.
        if (statusOf(error) === 412 || statusOf(error) === 409) return 'exists';
        throw error;
      }
    },
    async get(path) {
      const found = await unlessAbsent(s3.getObject(at(path)));
      if (found?.Body === undefined) return undefined;
      const bytes = await found.Body.transformToByteArray();
      return (async function* () {
        yield bytes;
      })();
    },
    async *list(prefix) {
      let token: string | undefined;
      do {
        const page = await s3.listObjectsV2({
          Bucket: bucket,
          Prefix: folder + prefix,
          ...(token !== undefined && { ContinuationToken: token }),
        });
        for (const { Key = '', Size = 0 } of page.Contents ?? []) {
          yield { path: Key.slice(folder.length), bytes: Size };
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
    },
  };
}
