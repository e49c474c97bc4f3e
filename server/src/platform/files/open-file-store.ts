import type { Config } from '../../config.ts';
import { openDiskFileStore } from './disk-file-store.ts';
import type { FileStore } from './file-store.ts';
import { openS3FileStore } from './s3-file-store.ts';

type FileSettings = Pick<
  Config,
  'fileStore' | 'fileFolder' | 's3Endpoint' | 's3Region' | 's3Bucket' | 's3KeyId' | 's3Secret'
>;

/** Opens no connection yet. Throws for settings that cannot work. */
export function openFileStore(config: FileSettings): FileStore {
  if (config.fileStore === 'disk') return openDiskFileStore(config.fileFolder);
  const { s3Endpoint: endpoint, s3Region: region, s3Bucket: bucket, s3KeyId: keyId, s3Secret: secret } = config;
  if (!/^https?:\/\//.test(endpoint) || [bucket, keyId, secret].includes('')) {
    throw new Error('FILE_STORE=s3 needs S3_ENDPOINT (http or https), S3_BUCKET, S3_KEY_ID and S3_SECRET');
  }
  return openS3FileStore({ endpoint, region, bucket, keyId, secret, folder: config.fileFolder });
}
