/** A model that can be chosen by name, and where its files lie on the public hub. */
type KnownModel = { label: string; url: string; files: readonly string[] };

const hub = 'https://huggingface.co/csukuangfj';

/**
 * The exact sizes and checksums are asked of the hub at the first use: it could not be reached from where this was
 * written.
 */
export const knownModels = {
  parakeet: {
    label: 'Parakeet',
    url: `${hub}/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8/resolve/main`,
    files: ['encoder.int8.onnx', 'decoder.int8.onnx', 'joiner.int8.onnx', 'tokens.txt'],
  },
  'whisper-base': {
    label: 'Whisper',
    url: `${hub}/sherpa-onnx-whisper-base/resolve/main`,
    files: ['base-encoder.int8.onnx', 'base-decoder.int8.onnx', 'base-tokens.txt'],
  },
} as const satisfies Record<string, KnownModel>;

export type ModelName = keyof typeof knownModels;

/** The files of a model, as absolute paths. With a joiner it is a transducer (Parakeet), without one Whisper. */
export type ModelFiles = { encoder: string; decoder: string; joiner: string | undefined; tokens: string };
