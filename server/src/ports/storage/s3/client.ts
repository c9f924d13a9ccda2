import { S3Client } from '@aws-sdk/client-s3';
import { Problem, type ProblemCode } from '@lectern/contract/problem';

type Answered = { name?: string; code?: string; $metadata?: { httpStatusCode?: number } };

/** The service did not answer in time. The SDK asks again by itself where it was refused, but not after this. */
export class UnansweredError extends Error {
  override readonly name = 'UnansweredError';
}

/**
 * Whether the SDK timed out. Excludes reset connections, such as stale keep-alive ones, which it names the same; for
 * those an immediate retry helps.
 */
export const isRequestTimeout = (error: unknown): boolean => {
  const { name, code } = error as Answered;
  return name === 'TimeoutError' && code !== 'ECONNRESET' && code !== 'EPIPE';
};

/** Whether the answer is 404, whoever gave it: a HEAD has no words, and a proxy without its service says the same. */
export const isNotFound = (error: unknown): boolean => (error as Answered).$metadata?.httpStatusCode === 404;

/** The service's own words for a key, or a multipart upload, that it does not have. */
const missing: ReadonlySet<string | undefined> = new Set(['NoSuchKey', 'NoSuchUpload']);

export const isObjectMissingError = (error: unknown): boolean =>
  isNotFound(error) && missing.has((error as Answered).name);

/** A key that was to be free has an object: it had one, or got it in this moment. */
export const isAlreadyExists = (error: unknown): boolean => {
  const status = ((error as Problem).cause as Answered | undefined)?.$metadata?.httpStatusCode;
  return status === 412 || status === 409;
};

/** No answer, or one of a service that is not itself: what it says of anything else, it will say again. */
const isAway = (error: unknown): boolean => {
  const { name, $metadata } = error as Answered;
  const status = $metadata?.httpStatusCode;
  return (
    name === 'SlowDown' || status === undefined || status >= 500 || (isNotFound(error) && !isObjectMissingError(error))
  );
};

function codeOf(error: unknown): ProblemCode {
  if (isObjectMissingError(error)) return 'not_found';
  return isAway(error) ? 'storage_away' : 'storage_unavailable';
}

/** Maps an SDK failure to a problem. After an abort, returns the signal's reason. */
export function mapS3Error(error: unknown, signal?: AbortSignal): unknown {
  if (error instanceof Problem) return error;
  if (signal?.aborted) return signal.reason;
  return new Problem(codeOf(error), { cause: error });
}

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
        throw isRequestTimeout(error) ? new UnansweredError((error as Error).message) : error;
      }
    },
    // Within what asks again.
    { step: 'deserialize', name: 'unanswered', priority: 'high' },
  );
  return client;
}
