import { formatBytes } from '@lectern/contract/rules/format-bytes';
import { problems } from '@lectern/contract/problem';
import { maxDuration } from '@lectern/contract/rules/plans';
import { mayBeRecording } from './file-facts.ts';
import { recordingLength } from './recording-length.ts';

/** Why a file cannot be uploaded, as far as the browser can tell; undefined where it may. `maxFileSize` in bytes. */
export async function whyRefused(file: File, maxFileSize: number): Promise<string | undefined> {
  if (!mayBeRecording(file)) return problems.not_media.text;
  if (file.size > maxFileSize)
    return `The file size exceeds the maximum: ${file.name} has ${formatBytes(file.size)}, the limit is ${formatBytes(maxFileSize)}.`;
  return ((await recordingLength(file)) ?? 0) > maxDuration ? problems.media_too_long.text : undefined;
}
