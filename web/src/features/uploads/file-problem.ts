import { formatBytes } from '@lectern/contract/rules/format-bytes';
import { problems } from '@lectern/contract/problem';
import { maxDuration } from '@lectern/contract/rules/plans';
import { mayBeRecording } from './file-facts.ts';
import { recordingLength } from './recording-length.ts';

/** Two numbers of bytes that differ, so that it is seen. */
function apart(a: number, b: number): [string, string] {
  const texts: [string, string] = [formatBytes(a), formatBytes(b)];
  const exactly = (bytes: number): string => `${bytes.toLocaleString('en-US')} bytes`;
  return texts[0] === texts[1] ? [exactly(a), exactly(b)] : texts;
}

/** Why a file cannot be uploaded, as far as the browser can tell; undefined where it may. `maxFileSize` in bytes. */
export async function fileProblem(file: File, maxFileSize: number): Promise<string | undefined> {
  if (!mayBeRecording(file)) return problems.not_media.text;
  if (file.size > maxFileSize) {
    const [size, limit] = apart(file.size, maxFileSize);
    return `The file size exceeds the maximum: ${file.name} has ${size}, the limit is ${limit}.`;
  }
  return ((await recordingLength(file)) ?? 0) > maxDuration ? problems.media_too_long.text : undefined;
}
