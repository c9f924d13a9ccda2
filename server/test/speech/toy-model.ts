import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withManifest, model, node, tensor, value } from './onnx.ts';

/**
 * Toy Parakeet model (NeMo TDT transducer in ONNX) for the genuine engine: same sound, same nonsense syllables, one
 * every third of a second. Replaces the 670 MB model.
 */
const syllables = ['ba', 'do', 'fe', 'gi', 'ka', 'lu', 'mo', 'ne', 'pi', 'ra', 'so', 'tu', 'va', 'wi', 'ze', 'yo'];

export const toyFiles = ['encoder.int8.onnx', 'decoder.int8.onnx', 'joiner.int8.onnx', 'tokens.txt'] as const;

const features = 128;
const hidden = 4;
const durations = 5;
const outputs = syllables.length + 1 + durations;

/** Means of eight frames of features. */
const encoder = (): Buffer =>
  model({
    nodes: [
      node('AveragePool', ['audio_signal'], 'outputs', { kernel_shape: [8], strides: [8] }),
      node('Div', ['length', 'eight'], 'encoded_lengths'),
    ],
    constants: [tensor('eight', 'int64', [1], BigInt64Array.of(8n))],
    inputs: [value('audio_signal', 'float', ['N', features, 'T']), value('length', 'int64', ['N'])],
    outputs: [value('outputs', 'float', ['N', features, 'S']), value('encoded_lengths', 'int64', ['N'])],
    notes: {
      vocab_size: syllables.length,
      normalize_type: 'per_feature',
      pred_rnn_layers: 1,
      pred_hidden: hidden,
      subsampling_factor: 8,
      feat_dim: features,
      model_type: 'EncDecRNNTBPEModel',
      // By this address the engine knows that the joiner also says how far to step.
      url: 'parakeet-tdt-toy',
    },
  });

/** Remembers nothing. */
const decoder = (): Buffer =>
  model({
    nodes: [
      node('Transpose', ['states.1'], 'outputs', { perm: [1, 2, 0] }),
      node('Identity', ['target_length'], 'prednet_lengths'),
      node('Identity', ['states.1'], 'states'),
      node('Identity', ['states.2'], 'states.3'),
    ],
    inputs: [
      value('targets', 'int32', ['N', 1]),
      value('target_length', 'int32', ['N']),
      value('states.1', 'float', [1, 'N', hidden]),
      value('states.2', 'float', [1, 'N', hidden]),
    ],
    outputs: [
      value('outputs', 'float', ['N', hidden, 1]),
      value('prednet_lengths', 'int32', ['N']),
      value('states', 'float', [1, 'N', hidden]),
      value('states.3', 'float', [1, 'N', hidden]),
    ],
  });

/** Weighs the features for each syllable; never silence, and always the longest step. */
function joiner(): Buffer {
  const weights = new Float32Array(features * outputs);
  for (let n = 0; n < weights.length; n += 1)
    weights[n] = n % outputs < syllables.length ? (((n * 7919) % 1009) / 1009 - 0.5) * 2 : 0;
  const bias = new Float32Array(outputs);
  bias[syllables.length] = -100;
  bias[outputs - 1] = 100;
  return model({
    nodes: [
      node('Transpose', ['encoder_outputs'], 'turned', { perm: [0, 2, 1] }),
      node('MatMul', ['turned', 'weights'], 'weighed'),
      node('Add', ['weighed', 'bias'], 'outputs'),
    ],
    constants: [tensor('weights', 'float', [features, outputs], weights), tensor('bias', 'float', [outputs], bias)],
    inputs: [
      value('encoder_outputs', 'float', ['N', features, 1]),
      value('decoder_outputs', 'float', ['N', hidden, 1]),
    ],
    outputs: [value('outputs', 'float', ['N', 1, outputs])],
  });
}

/** Every second syllable begins a word. */
const tokens = (): string =>
  [...syllables.map((syllable, n) => (n % 2 === 0 ? `▁${syllable}` : syllable)), '<blk>']
    .map((token, n) => `${token} ${n}\n`)
    .join('');

export async function writeToyModel(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const contents = [encoder(), decoder(), joiner(), tokens()];
  await Promise.all(toyFiles.map((name, n) => writeFile(join(folder, name), contents[n]!)));
}

/** The files of the model as a hub has them, with their manifest; they are written into the folder as well. */
export async function filesOfToyModel(folder: string): Promise<Record<string, Buffer>> {
  await writeToyModel(folder);
  return withManifest(folder, toyFiles);
}
