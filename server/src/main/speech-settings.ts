import { resolve } from 'node:path';
import { z } from 'zod';
import type { CloudSettings } from '../ports/speech/cloud/service.ts';
import { knownModels, type ModelName } from '../ports/speech/local/models.ts';
import { httpUrl, optional, secret } from './setting-kinds.ts';

const engines = ['captions', 'local', 'command', 'openai', 'deepgram', 'assemblyai'] as const;
type Engine = (typeof engines)[number];

/** The settings of speech recognition, part of the settings of the product. */
export const speechSettings = {
  SPEECH: z
    .enum(engines)
    .optional()
    .describe(
      'Who writes the transcript of a recording without captions: local (the default: on this machine, the model is fetched at first use), captions (nobody; it waits for captions), command (PocketSphinx), openai (or a compatible server), deepgram, assemblyai.',
    ),
  SPEECH_MODEL: optional.describe(
    'Model: parakeet (25 European languages), whisper-base or whisper-turbo (99 languages, slower) for local; the language model or grammar file for command; the provider’s name of it for the others.',
  ),
  SPEECH_MODEL_DIR: optional.describe(
    'Folder of the model: needed for command; for local instead of fetching it into DATA_DIR.',
  ),
  SPEECH_MODEL_URL: secret(
    httpUrl
      .optional()
      .describe('For local: address under which the files of the model lie, instead of the public hub.'),
  ),
  SPEECH_COMMAND: optional.describe('For command: the program. Default: pocketsphinx_continuous.'),
  SPEECH_API_KEY: secret(optional.describe('Key of openai, deepgram or assemblyai.')),
  SPEECH_BASE_URL: secret(
    httpUrl
      .optional()
      .describe(
        'Address of an OpenAI-compatible server, up to its /v1; or of another region of a provider, such as https://api.eu.assemblyai.com.',
      ),
  ),
  RECORDING_LANGUAGE: optional.describe(
    'Language of all recordings, such as en. Absent: the engine finds it out where it can.',
  ),
} as const;

type SpeechSettings = z.output<z.ZodObject<typeof speechSettings>>;
type Name = Exclude<keyof SpeechSettings, 'SPEECH'>;

/** The settings of each engine, required ones first. A function, where one setting replaces another. */
const uses: Readonly<Record<Engine, { needs: readonly Name[]; takes: readonly Name[] }>> = {
  captions: { needs: [], takes: [] },
  local: { needs: [], takes: ['SPEECH_MODEL', 'SPEECH_MODEL_DIR', 'SPEECH_MODEL_URL', 'RECORDING_LANGUAGE'] },
  command: { needs: ['SPEECH_MODEL_DIR'], takes: ['SPEECH_COMMAND', 'SPEECH_MODEL'] },
  openai: { needs: ['SPEECH_API_KEY'], takes: ['SPEECH_MODEL', 'SPEECH_BASE_URL', 'RECORDING_LANGUAGE'] },
  deepgram: { needs: ['SPEECH_API_KEY'], takes: ['SPEECH_MODEL', 'SPEECH_BASE_URL', 'RECORDING_LANGUAGE'] },
  assemblyai: { needs: ['SPEECH_API_KEY'], takes: ['SPEECH_MODEL', 'SPEECH_BASE_URL', 'RECORDING_LANGUAGE'] },
};

type CloudConfig = { kind: 'openai' | 'deepgram' | 'assemblyai' } & CloudSettings;

export type SpeechConfig =
  | { kind: 'captions' }
  | {
      kind: 'local';
      /** Nobody has asked for it: where the engine is not to be had, captions do. */
      byDefault: boolean;
      model: ModelName;
      modelDir: string | undefined;
      modelUrl: string | undefined;
      language: string | undefined;
    }
  | { kind: 'command'; program: string; modelDir: string; model: string | undefined }
  | CloudConfig;

/**
 * Reads the configured engine. Calls `refuse` with one line for a missing setting or one the engine ignores, so
 * nothing is guessed or falls back silently.
 */
export function readSpeech(set: SpeechSettings, refuse: (line: string) => never): SpeechConfig {
  const kind = set.SPEECH ?? 'local';
  const { needs, takes } = uses[kind];
  for (const name of Object.keys(speechSettings) as (Name | 'SPEECH')[])
    if (name !== 'SPEECH' && set[name] !== undefined && !needs.includes(name) && !takes.includes(name))
      refuse(`${name}: is not used by SPEECH=${kind}. Remove it, or choose the speech engine it is for.`);
  // A server of one's own may ask for no key.
  const compatible = kind === 'openai' && set.SPEECH_BASE_URL !== undefined;
  for (const name of needs)
    if (set[name] === undefined && !compatible) refuse(`${name}: is missing; SPEECH=${kind} needs it.`);
  if (kind === 'captions') return { kind };
  if (kind === 'command')
    return {
      kind,
      program: set.SPEECH_COMMAND ?? 'pocketsphinx_continuous',
      modelDir: resolve(set.SPEECH_MODEL_DIR!),
      model: set.SPEECH_MODEL,
    };
  if (kind === 'local') {
    const names = Object.keys(knownModels) as ModelName[];
    const model = names.find((name) => name === (set.SPEECH_MODEL ?? 'parakeet'));
    if (!model) return refuse(`SPEECH_MODEL: must be one of ${names.join(', ')} for SPEECH=local.`);
    if (set.SPEECH_MODEL_DIR !== undefined && set.SPEECH_MODEL_URL !== undefined)
      refuse('SPEECH_MODEL_URL: is not used beside SPEECH_MODEL_DIR. Remove one of them.');
    return {
      kind,
      byDefault: set.SPEECH === undefined,
      model,
      modelDir: set.SPEECH_MODEL_DIR && resolve(set.SPEECH_MODEL_DIR),
      modelUrl: set.SPEECH_MODEL_URL,
      language: set.RECORDING_LANGUAGE,
    };
  }
  return {
    kind,
    key: set.SPEECH_API_KEY,
    url: set.SPEECH_BASE_URL,
    model: set.SPEECH_MODEL,
    language: set.RECORDING_LANGUAGE,
  };
}

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
  set: z.output<z.ZodObject<typeof speakersSettings>>,
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
