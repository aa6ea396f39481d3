import path from 'node:path';
import { expect, it } from 'vitest';
import { type S3Like, s3Vault } from '../../examples/s3-vault.ts';
import {
  archiveEvidence,
  archiveRecord,
  eraseRecord,
  findInArchive,
  verifyArchive,
} from '../../src/archive/index.ts';
import { all } from './support/all.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';

/** A bucket that behaves like S3: conditional puts, paged lists, errors with a status. */
class Bucket implements S3Like {
  readonly objects = new Map<string, Uint8Array>();

  async headObject({ Key }: { Key: string }): Promise<unknown> {
    if (!this.objects.has(Key)) throw this.#error(404);
    return {};
  }

  async putObject({ Key, Body, IfNoneMatch }: Parameters<S3Like['putObject']>[0]) {
    if (IfNoneMatch === '*' && this.objects.has(Key)) throw this.#error(412);
    this.objects.set(Key, Body.slice());
    return {};
  }

  async deleteObject({ Key }: { Key: string }) {
    this.objects.delete(Key); // also of one that does not exist
    return {};
  }

  async getObject({ Key }: { Key: string }) {
    const bytes = this.objects.get(Key);
    if (bytes === undefined) throw this.#error(404);
    return { Body: { transformToByteArray: async () => bytes } };
  }

  async listObjectsV2({ Prefix, ContinuationToken }: Parameters<S3Like['listObjectsV2']>[0]) {
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(Prefix)).sort();
    const begin = Number(ContinuationToken ?? 0);
    const Contents = keys
      .slice(begin, begin + 3)
      .map((Key) => ({ Key, Size: this.objects.get(Key)?.byteLength ?? 0 }));
    const end = begin + 3;
    return { Contents, ...(end < keys.length && { NextContinuationToken: String(end) }) };
  }

  #error(httpStatusCode: number): Error {
    return Object.assign(new Error('S3'), { $metadata: { httpStatusCode } });
  }
}

it('keeps an archive in a bucket, continues it, and finds what was changed there', async () => {
  const world = archiveWorld();
  const bucket = new Bucket();
  const vault = s3Vault(bucket, 'evidence-bucket');
  world.captureMany(3);
  expect(await archiveEvidence(world.client, { vault })).toMatchObject({ ok: true });
  world.captureMany(2);
  const { counts } = await archiveEvidence(world.client, { vault });
  expect(counts).toMatchObject({ archived: 2, known: 3 });
  expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 5 });
  const image = [...bucket.objects.keys()].find((key) => key.endsWith('.png')) ?? '';
  bucket.objects.set(image, new Uint8Array(10));
  const { problems } = await verifyArchive(vault);
  expect(problems).toMatchObject([{ kind: 'changed', path: image.slice('evidence/'.length) }]);
});

it('lets one of two runs at once into a bucket', async () => {
  const world = archiveWorld();
  const vault = s3Vault(new Bucket(), 'evidence-bucket');
  world.captureMany(3);
  const reports = await Promise.all([1, 2].map(() => archiveEvidence(world.client, { vault })));
  expect(reports.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 3 });
});

it('takes jobs beside a run, gathers what they left, finds it, and erases it', async () => {
  const world = archiveWorld();
  const bucket = new Bucket();
  const vault = s3Vault(bucket, 'evidence-bucket');
  const ids = world.captureMany(4);
  const index = path.join(tempFolder(), 'bucket.index');
  const states = await Promise.all(
    ids
      .slice(0, 2)
      .map(async (cdrId) => (await archiveRecord(world.client, { vault, cdrId })).state),
  );
  expect(states).toEqual(['archived', 'archived']);
  expect([...bucket.objects.keys()].filter((key) => key.includes('/loose/'))).toHaveLength(2);
  const { counts } = await archiveEvidence(world.client, { vault, index });
  expect(counts).toMatchObject({ archived: 2, known: 2 });
  expect([...bucket.objects.keys()].filter((key) => key.includes('/loose/'))).toEqual([]);
  const cdrId = ids[0] ?? '';
  expect(await all(findInArchive(vault, { cdrId, index }))).toMatchObject([{ cdrId }]);
  await eraseRecord(vault, { cdrId, reason: 'order 17', by: 'ann', index });
  expect(await all(findInArchive(vault, { domainId: 'acme.example', index }))).toHaveLength(3);
  expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 4, erased: 1 });
});

it('waits where the store asks to slow down, and tells it where that does not end', async () => {
  const world = archiveWorld();
  const bucket = new Bucket();
  const waits: number[] = [];
  const vault = s3Vault(bucket, 'evidence-bucket', 'evidence/', async (ms) => waits.push(ms));
  const slow = () =>
    Promise.reject(Object.assign(new Error('SlowDown'), { $metadata: { httpStatusCode: 503 } }));
  const methods = ['headObject', 'putObject', 'getObject', 'listObjectsV2'] as const;
  for (const name of methods) {
    const run = bucket[name].bind(bucket) as (input: never) => Promise<never>;
    let count = 0;
    Object.assign(bucket, {
      [name]: async (input: never) => ((count += 1) % 2 === 1 ? slow() : run(input)),
    });
  }
  world.captureMany(2);
  expect(await archiveEvidence(world.client, { vault })).toMatchObject({ ok: true });
  expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 2 });
  expect(waits.every((ms) => ms % 500 === 0)).toBe(true);
  expect(waits.length).toBeGreaterThan(10);
  Object.assign(bucket, { getObject: slow });
  await expect(verifyArchive(vault)).rejects.toThrow('SlowDown');
});

it('waits for a put that is in progress, and takes its file for the one that is there', async () => {
  const world = archiveWorld();
  const bucket = new Bucket();
  const put = bucket.putObject.bind(bucket);
  // Of each object, the answer to the first put is lost, and it lands during the second wait.
  const late = new Map<string, { left: number; land: () => Promise<unknown> }>();
  bucket.putObject = async (input) => {
    const found = late.get(input.Key);
    if (found === undefined) late.set(input.Key, { left: 2, land: () => put(input) });
    else if (found.left === 0) return put(input);
    throw Object.assign(new Error('S3'), { $metadata: { httpStatusCode: 409 } });
  };
  const waits: number[] = [];
  const vault = s3Vault(bucket, 'evidence-bucket', 'evidence/', async (ms) => {
    waits.push(ms);
    for (const each of late.values()) if ((each.left -= 1) === 0) await each.land();
  });
  world.captureMany(2);
  const { client } = world;
  expect(await archiveEvidence(client, { vault, concurrency: 1 })).toMatchObject({ ok: true });
  expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 2 });
  expect([...bucket.objects.keys()].filter((key) => key.includes('~'))).toEqual([]);
  expect(new Set(waits)).toEqual(new Set([500, 1000]));
  bucket.putObject = async () => {
    throw Object.assign(new Error('S3'), { $metadata: { httpStatusCode: 409 } });
  };
  const about = { contentType: 'text/plain' };
  await expect(vault.put('x', new Uint8Array(1), about)).rejects.toThrow('S3');
});

it('passes over the objects that a console makes for folders', async () => {
  const world = archiveWorld();
  const bucket = new Bucket();
  const vault = s3Vault(bucket, 'evidence-bucket');
  world.captureMany(1);
  for (const key of ['evidence/', 'evidence/records/']) bucket.objects.set(key, new Uint8Array());
  expect(await archiveEvidence(world.client, { vault })).toMatchObject({ ok: true });
  expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 1 });
});

it('is refused on a store that ignores the condition of a put', async () => {
  const world = archiveWorld();
  const bucket = new Bucket();
  const put = bucket.putObject.bind(bucket);
  bucket.putObject = (input) => put({ ...input, IfNoneMatch: undefined as never });
  world.captureMany(1);
  const report = await archiveEvidence(world.client, { vault: s3Vault(bucket, 'evidence-bucket') });
  expect(report).toMatchObject({ ok: false, counts: { archived: 0 } });
  expect(report.problems[0]?.message).toContain('put replaced a file');
});
