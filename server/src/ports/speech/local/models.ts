import type { KnownModel } from '../../../platform/models/manifest.ts';

const hub = 'https://huggingface.co/csukuangfj';

/** All multilingual Whispers have the same tokens. */
const whisperTokens = { size: 816_730, sha256: 'b34b360dbb493e781e479794586d661700670d65564001f23024971d1f2fa126' };

/**
 * Sizes and checksums agree across several public projects that recorded these files independently; they were not
 * checked at the hub.
 */
export const knownModels = {
  parakeet: {
    label: 'Parakeet',
    licence: 'CC BY 4.0',
    url: `${hub}/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8/resolve/2bda32ec70b097a55adaa07d9a7173915b43cc78`,
    files: [
      {
        name: 'encoder.int8.onnx',
        size: 652_184_281,
        sha256: 'acfc2b4456377e15d04f0243af540b7fe7c992f8d898d751cf134c3a55fd2247',
      },
      {
        name: 'decoder.int8.onnx',
        size: 11_845_275,
        sha256: '179e50c43d1a9de79c8a24149a2f9bac6eb5981823f2a2ed88d655b24248db4e',
      },
      {
        name: 'joiner.int8.onnx',
        size: 6_355_277,
        sha256: '3164c13fc2821009440d20fcb5fdc78bff28b4db2f8d0f0b329101719c0948b3',
      },
      {
        name: 'tokens.txt',
        size: 93_939,
        sha256: 'd58544679ea4bc6ac563d1f545eb7d474bd6cfa467f0a6e2c1dc1c7d37e3c35d',
      },
    ],
  },
  'whisper-base': {
    label: 'Whisper base',
    licence: 'MIT',
    url: `${hub}/sherpa-onnx-whisper-base/resolve/main`,
    files: [
      {
        name: 'base-encoder.int8.onnx',
        size: 29_120_534,
        sha256: '0b8fb1304b6109976038efff5ace81720e00386f3ff6b54ee8c75291ca0a1e11',
      },
      {
        name: 'base-decoder.int8.onnx',
        size: 130_672_026,
        sha256: '9759d217388a01b3a4c7c15533201067b48ae819c4daafc8624e64b9409dc02d',
      },
      { name: 'base-tokens.txt', ...whisperTokens },
    ],
  },
  'whisper-turbo': {
    label: 'Whisper turbo',
    licence: 'MIT',
    url: `${hub}/sherpa-onnx-whisper-turbo/resolve/2ca6ff69fc878651b770880507669577ac41c2ff`,
    files: [
      {
        name: 'turbo-encoder.int8.onnx',
        size: 674_716_297,
        sha256: 'b02dcdf54f348741e93fe732b67d933c8dcb6735655f710640143081db38878b',
      },
      {
        name: 'turbo-decoder.int8.onnx',
        size: 361_080_764,
        sha256: '20accd02388482eb3a46bd615631adfdc85e1eb2c7db9ea3f02a40ffe6b81547',
      },
      { name: 'turbo-tokens.txt', ...whisperTokens },
    ],
  },
} as const satisfies Record<string, KnownModel>;

export type ModelName = keyof typeof knownModels;

/** The files of a model, as absolute paths. With a joiner it is a transducer (Parakeet), without one Whisper. */
export type ModelPaths = { encoder: string; decoder: string; joiner: string | undefined; tokens: string };
