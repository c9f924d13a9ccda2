import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withManifest, model, node, tensor, value } from './onnx.ts';

/**
 * Toy models in the formats of pyannote segmentation and WeSpeaker embedding for the genuine engine. They separate
 * tones, where the real ones separate voices.
 */
const toySpeakerFiles = ['segmentation.onnx', 'embedding.onnx'] as const;

/** Hertz of the voices the segmentation knows: up to three in ten seconds. */
export const toyVoices = [300, 700, 1500] as const;

const sampleRate = 16_000;
const frame = { size: 991, shift: 270 };

/** Nobody, each of three speakers, and each two of them at once. */
const classes = 7;

/** How loud each of the tones is in each frame: its sine and its cosine, squared. */
function segmentation(): Buffer {
  const waves = toyVoices.length * 2;
  const kernels = new Float32Array(waves * frame.size);
  const weights = new Float32Array(waves * classes);
  for (const [voice, hertz] of toyVoices.entries())
    for (const phase of [0, 1]) {
      const wave = voice * 2 + phase;
      for (let n = 0; n < frame.size; n += 1) {
        const angle = (2 * Math.PI * hertz * n) / sampleRate;
        kernels[wave * frame.size + n] = (phase ? Math.cos(angle) : Math.sin(angle)) / frame.size;
      }
      for (const [other] of toyVoices.entries()) weights[wave * classes + 1 + other] = other === voice ? 1000 : -1000;
    }
  const bias = Float32Array.of(1, 0, 0, 0, -1e6, -1e6, -1e6);
  return model({
    nodes: [
      node('Conv', ['x', 'kernels'], 'waves', { kernel_shape: [frame.size], strides: [frame.shift] }),
      node('Mul', ['waves', 'waves'], 'loudness'),
      node('Transpose', ['loudness'], 'turned', { perm: [0, 2, 1] }),
      node('MatMul', ['turned', 'weights'], 'weighed'),
      node('Add', ['weighed', 'bias'], 'y'),
    ],
    constants: [
      tensor('kernels', 'float', [waves, 1, frame.size], kernels),
      tensor('weights', 'float', [waves, classes], weights),
      tensor('bias', 'float', [classes], bias),
    ],
    inputs: [value('x', 'float', ['N', 1, 'T'])],
    outputs: [value('y', 'float', ['N', 'S', classes])],
    notes: {
      model_type: 'pyannote-segmentation-3.0',
      num_speakers: toyVoices.length,
      powerset_max_classes: 2,
      num_classes: classes,
      sample_rate: sampleRate,
      window_size: 10 * sampleRate,
      receptive_field_size: frame.size,
      receptive_field_shift: frame.shift,
    },
  });
}

const features = 80;

/** The mean of the spectrum, as it stands out from its own mean. */
const embedding = (): Buffer =>
  model({
    nodes: [
      node('ReduceMean', ['x'], 'level', { axes: [2] }),
      node('Sub', ['x', 'level'], 'shape'),
      node('Exp', ['shape'], 'peaks'),
      node('ReduceMean', ['peaks'], 'mean', { axes: [1] }),
      node('Squeeze', ['mean', 'time'], 'embs'),
    ],
    constants: [tensor('time', 'int64', [1], BigInt64Array.of(1n))],
    inputs: [value('x', 'float', ['N', 'T', features])],
    outputs: [value('embs', 'float', ['N', features])],
    notes: {
      framework: 'wespeaker',
      language: 'none',
      url: 'toy',
      comment: 'toy',
      sample_rate: sampleRate,
      output_dim: features,
      normalize_samples: 1,
      feature_normalize_type: '',
    },
  });

export async function writeToySpeakers(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const contents = [segmentation(), embedding()];
  await Promise.all(toySpeakerFiles.map((name, n) => writeFile(join(folder, name), contents[n]!)));
}

/** The models as a hub has them, with their manifest; they are written into the folder as well. */
export async function filesOfToySpeakers(folder: string): Promise<Record<string, Buffer>> {
  await writeToySpeakers(folder);
  return withManifest(folder, toySpeakerFiles);
}
