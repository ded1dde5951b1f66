import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { ImageBucket } from '#contract/images.ts';
import { Failure } from '#server/http/failure.ts';
import type { ImageKey, Storage } from '#server/images/storage.ts';

export type S3Settings = { endpoint: string; region: string; accessKey: string; secretKey: string };

/** Milliseconds within which the response of the store must begin. */
const answerWithin = 15_000;

const unavailable = () =>
  new Failure(503, 'storage_unavailable', 'The store for images cannot be reached right now. Nothing was saved.', {
    retryAfter: 5,
  });

const unusable = (why: string) => new Error(`The object store of S3_ENDPOINT cannot be used: ${why}.`);

/** The name of the object that says which database a bucket belongs to. */
const claimName = 'awa-desk';

/**
 * Stores pictures in an S3 object store, in the buckets of `ImageBucket`. Throws 503 when the store does not respond or
 * refuses.
 */
export function s3Storage({ endpoint, region, accessKey, secretKey }: S3Settings) {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region,
    service: 's3',
    retries: 2,
  });

  async function ask(method: string, address: string, body?: Buffer) {
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), answerWithin);
    try {
      return await client.fetch(`${endpoint}/${address}`, {
        method,
        ...(body ? { body: new Uint8Array(body), headers: { 'Content-Type': 'image/webp' } } : {}),
        signal: waiting.signal,
      });
    } catch {
      throw unavailable();
    } finally {
      // From here on the reader determines the speed.
      clearTimeout(timer);
    }
  }

  async function expectDone(asking: Promise<Response>) {
    const answer = await asking;
    if (!answer.ok) throw unavailable();
    return answer;
  }

  const addressOf = ({ bucket, name }: ImageKey) => `${bucket}/${name}`;

  const storage: Storage = {
    async put(key, bytes) {
      await expectDone(ask('PUT', addressOf(key), bytes));
    },

    async get(key) {
      const answer = await ask('GET', addressOf(key));
      if (answer.status === 404) return undefined;
      if (!answer.ok || !answer.body) throw unavailable();
      const bytes = Readable.fromWeb(answer.body as ReadableStream);
      return { bytes, size: Number(answer.headers.get('content-length')) };
    },

    async remove(key) {
      await expectDone(ask('DELETE', addressOf(key)));
    },

    async *list(bucket) {
      for (let after = ''; ;) {
        const query = new URLSearchParams({ 'list-type': '2', ...(after ? { 'start-after': after } : {}) });
        const text = await (await expectDone(ask('GET', `${bucket}?${query.toString()}`))).text();
        // The desk's names have no characters that XML escapes.
        for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          after = /<Key>(.*?)<\/Key>/s.exec(entry)?.[1] ?? '';
          yield { name: after, at: Date.parse(/<LastModified>(.*?)</s.exec(entry)?.[1] ?? '') };
        }
        if (!text.includes('<IsTruncated>true<')) return;
      }
    },

    async now() {
      const { headers } = await expectDone(ask('HEAD', ImageBucket.enum['doctor-images']));
      return Date.parse(headers.get('Date') ?? '');
    },
  };

  /** The response to a request during the start, or null for 404. Throws in one line when the store refuses. */
  async function askAtStart(method: string, address: string, body?: Buffer) {
    const answer = await ask(method, address, body).catch(() => undefined);
    if (answer?.ok) return answer;
    if (answer?.status === 404 && method !== 'PUT') return null;
    const [bucket] = address.split('/');
    throw unusable(answer ? `it answers ${answer.status} for the bucket ${bucket}` : 'it does not answer');
  }

  /**
   * Creates missing buckets, and writes into each which database it belongs to. The sweep removes files that this
   * database does not know, so two desks must not share a bucket. Throws in one line when the store cannot be used.
   */
  async function prepare(databaseId: string) {
    for (const bucket of ImageBucket.options) {
      if (!(await askAtStart('HEAD', bucket))) await askAtStart('PUT', bucket);
      const claim = `${bucket}/${claimName}`;
      const owner = await askAtStart('GET', claim);
      if (!owner) await askAtStart('PUT', claim, Buffer.from(databaseId));
      else if ((await owner.text()) !== databaseId) throw unusable(`its bucket ${bucket} belongs to another desk`);
    }
  }

  return { ...storage, prepare };
}
