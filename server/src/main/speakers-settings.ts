import { resolve } from 'node:path';
import { z } from 'zod';
import { httpUrl, optional, secret } from './setting-kinds.ts';
import type { SpeechConfig } from './speech-settings.ts';

/** The settings of telling speakers apart, part of the settings of the product. */
export const speakersSettings = {
  SPEAKERS: z
    .enum(['off', 'local'])
    .optional()
    .describe(
      'Who tells the speakers of a recording apart whose transcript names nobody: local (on this machine, in the background; two models of 46 MB are fetched at first use) or off. Absent: local where SPEECH=local fetches its model from the public hub, else off.',
    ),
  SPEAKERS_MODEL_DIR: optional.describe(
    'Folder with *segmentation*.onnx and *embedding*.onnx, instead of fetching them.',
  ),
  SPEAKERS_MODEL_URL: secret(
    httpUrl
      .optional()
      .describe(
        'Address under which segmentation.onnx and embedding.onnx lie with a manifest.json, instead of the public hub.',
      ),
  ),
} as const;

const Settings = z.object(speakersSettings);

export type SpeakersConfig =
  | { kind: 'off' }
  | {
      kind: 'local';
      /** Nobody has asked for it. */
      byDefault: boolean;
      modelDir: string | undefined;
      modelUrl: string | undefined;
    };

/** Calls `refuse` with one line for a setting that would not be looked at. */
export function readSpeakers(
  set: z.output<typeof Settings>,
  speech: SpeechConfig,
  refuse: (line: string) => never,
): SpeakersConfig {
  const fromHub = speech.kind === 'local' && speech.modelDir === undefined && speech.modelUrl === undefined;
  const { SPEAKERS_MODEL_DIR: modelDir, SPEAKERS_MODEL_URL: modelUrl } = set;
  const given = modelDir ?? modelUrl;
  const kind = set.SPEAKERS ?? (fromHub || given !== undefined ? 'local' : 'off');
  if (kind === 'off') {
    if (given !== undefined) refuse('SPEAKERS_MODEL_DIR, SPEAKERS_MODEL_URL: are not used by SPEAKERS=off.');
    return { kind };
  }
  if (modelDir !== undefined && modelUrl !== undefined)
    refuse('SPEAKERS_MODEL_URL: is not used beside SPEAKERS_MODEL_DIR. Remove one of them.');
  return {
    kind,
    byDefault: set.SPEAKERS === undefined && given === undefined,
    modelDir: modelDir && resolve(modelDir),
    modelUrl,
  };
}
