import { S3Client } from '@aws-sdk/client-s3';
import { isSilence, UnansweredError } from './failures.ts';

export type S3Options = {
  bucket: string;
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket in the path and not in the name of the host. */
  forcePathStyle: boolean;
  /** Before all keys, without a slash at its ends; empty for none. */
  prefix: string;
  /** Folder of this process for copies of objects, and the bytes they may take while nobody uses them. */
  copies: { folder: string; most: number };
};

/** Milliseconds. */
const connecting = 5_000;
/** For the body of an answer to have moved at all. */
const silent = 60_000;

/**
 * Milliseconds until the head of an answer: to what sends a part of 8 MiB, to all that is small, and to what is copied.
 */
const sending = 20_000;
export const shortTimeouts = { requestTimeout: 10_000 };
export const copyTimeoutsMs = { requestTimeout: 180_000 };

/**
 * Creates an S3 client. The SDK retries refused or failed calls after milliseconds, but not unanswered ones: people
 * wait, and jobs and chunk senders retry themselves.
 */
export function openClient({ endpoint, region, forcePathStyle, accessKeyId, secretAccessKey }: S3Options): S3Client {
  const client = new S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // With the SDK's own, streams are sent in a framing that Ceph answers with 411.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connecting,
      requestTimeout: sending,
      throwOnRequestTimeout: true,
      socketTimeout: silent,
    },
  });
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        throw isSilence(error) ? new UnansweredError((error as Error).message) : error;
      }
    },
    // Within what asks again.
    { step: 'deserialize', name: 'unanswered', priority: 'high' },
  );
  return client;
}
