import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Older ones lack options we pass. */
const oldest = [4, 4] as const;

/** Release numbers only; builds from git name themselves by date and are newer than any release we refuse. */
export function isRecentEnough(versionOutput: string): boolean {
  const version = /^ffmpeg version n?(\d+)\.(\d+)/.exec(versionOutput);
  if (!version) return versionOutput.startsWith('ffmpeg version');
  const [major, minor] = [Number(version[1]), Number(version[2])];
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}

export const canEncode = (encodersOutput: string): boolean =>
  / libx264 /.test(encodersOutput) && / aac /.test(encodersOutput);

/** Whether it can make of bright and wide colours what every screen shows. */
export const hasToneMapping = (filtersOutput: string): boolean =>
  / zscale /.test(filtersOutput) && / tonemap /.test(filtersOutput);

/** The program from npm, where it was installed for this platform. */
function fromNpm(): string | undefined {
  try {
    const require = createRequire(import.meta.url);
    return join(dirname(require.resolve(`@ffmpeg-binary/${process.platform}-${process.arch}`)), 'ffmpeg');
  } catch {
    return undefined;
  }
}

/** The version of a program, or why it cannot be used. */
async function look(program: string): Promise<{ version: string; canMapTones: boolean } | { objection: string }> {
  try {
    const [version, encoders, filters] = await Promise.all(
      ['-version', '-encoders', '-filters'].map((option) =>
        execute(program, ['-hide_banner', option], { timeout: 20_000 }),
      ),
    );
    if (!isRecentEnough(version!.stdout)) return { objection: `is older than ${oldest.join('.')}` };
    if (!canEncode(encoders!.stdout)) return { objection: 'cannot encode H.264 and AAC' };
    return {
      version: /^ffmpeg version (\S+)/.exec(version!.stdout)?.[1] ?? 'of an unknown version',
      canMapTones: hasToneMapping(filters!.stdout),
    };
  } catch (error) {
    return { objection: (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'is not there' : 'does not run' };
  }
}

export type FoundFfmpeg = { program: string | undefined; version?: string; canMapTones: boolean; notices: string[] };

/**
 * The program that was chosen cannot be used, and no other takes its place. The message is one line for the operator.
 */
class FfmpegRefused extends Error {
  override readonly name = 'FfmpegRefused';
  /** Tells the start that the message alone says all. */
  readonly plain = true;
}

/** The program the operator set, else the one on PATH, else the one from npm. Throws `FfmpegRefused`. */
export async function findFfmpeg(configured: string | undefined): Promise<FoundFfmpeg> {
  const notices: string[] = [];
  const candidates = (configured === undefined ? ['ffmpeg', fromNpm()] : [configured]).filter(
    (program) => program !== undefined,
  );
  for (const program of candidates) {
    const found = await look(program);
    if ('version' in found) {
      if (!found.canMapTones)
        notices.push(
          `${program} lacks the filters zscale and tonemap: HDR recordings keep their colours as they are, which screens without HDR show pale.`,
        );
      return { program, ...found, notices };
    }
    if (program === configured) throw new FfmpegRefused(`FFMPEG_PATH: ${program} ${found.objection}.`);
  }
  notices.push(
    'No usable ffmpeg: recordings in H.264 and AAC play, but there are no pictures, clips, or other formats. Install ffmpeg 4.4 or later, or set FFMPEG_PATH.',
  );
  return { program: undefined, canMapTones: false, notices };
}
