import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import type { Settings } from '#server/env.ts';

/** An S3 object store in this process, without buckets. It checks the access key but not the signature. */
export async function objectStore() {
  const directory = await mkdtemp(path.join(tmpdir(), 'awa-s3-'));
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory });
  const { port } = await server.run();
  const s3: Settings['s3'] = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    // The only access key that it accepts.
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
  };
  const close = async () => {
    await server.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { s3, close };
}
