import type { FromChild, RecognisedPiece, RecognitionStart } from './protocol.ts';
import { type Sherpa, sherpaOnnx } from './sherpa.ts';

/**
 * Recognises speech in its own process, because a damaged model ends the process that loads it. Reads samples from
 * stdin at its own speed; ends with its parent.
 */
const sampleRate = 16_000;

/** Samples that the detector takes at once. */
const window = 512;

/** The longest stretch that is recognised at once, in seconds: Whisper takes no more than 30. */
const longestPiece = 25;

/** Resolves when the message is on its way. */
const tell = (message: FromChild): Promise<void> =>
  new Promise((resolve) => {
    if (process.send) process.send(message, () => resolve());
    else resolve();
  });

process.on('disconnect', () => process.exit(0));
process.once('message', (start: RecognitionStart) => {
  void recognise(start)
    .then(
      () => tell({ kind: 'done' }),
      (error: unknown) => tell({ kind: 'failed', message: String(error) }),
    )
    .then(() => process.disconnect?.());
});

async function recognise({ vad: vadModel, model, language, threads, skip }: RecognitionStart): Promise<void> {
  const sherpa = sherpaOnnx();
  const detector = new sherpa.Vad(
    {
      sileroVad: {
        model: vadModel,
        threshold: 0.45,
        minSilenceDuration: 0.5,
        minSpeechDuration: 0.2,
        maxSpeechDuration: 20,
        windowSize: window,
      },
      sampleRate,
      numThreads: 1,
      provider: 'cpu',
      debug: 0,
    },
    60,
  );
  const { encoder, decoder, joiner, tokens } = model;
  const recogniser = await sherpa.OfflineRecognizer.createAsync({
    featConfig: { sampleRate, featureDim: 80 },
    modelConfig: {
      ...(joiner === undefined
        ? {
            whisper: {
              encoder,
              decoder,
              language: language?.split('-')[0] ?? '',
              task: 'transcribe',
              tailPaddings: -1,
            },
          }
        : { transducer: { encoder, decoder, joiner }, modelType: 'nemo_transducer' }),
      tokens,
      numThreads: threads,
      provider: 'cpu',
      debug: 0,
    },
    decodingMethod: 'greedy_search',
  });
  // Some damage shows only when a model works, and ends the process: better now than in the middle of a recording.
  await pieceOf(recogniser, new Float32Array(sampleRate / 2), 0);
  await tell({ kind: 'ready' });
  let found = 0;
  let heard = 0;
  let told = 0;

  const settle = async (): Promise<void> => {
    while (!detector.isEmpty()) {
      const { start, samples } = detector.front(false);
      detector.pop();
      found += 1;
      if (found <= skip) continue;
      const from = start / sampleRate;
      const pieces: RecognisedPiece[] = [];
      for (const [begin, end] of cut(samples))
        pieces.push(await pieceOf(recogniser, samples.subarray(begin, end), from + begin / sampleRate));
      await tell({ kind: 'segment', start: from, end: from + samples.length / sampleRate, pieces });
    }
  };

  for await (const samples of windows(process.stdin)) {
    detector.acceptWaveform(samples);
    heard += samples.length;
    await settle();
    if (performance.now() - told > 500) {
      told = performance.now();
      await tell({ kind: 'heard', seconds: heard / sampleRate });
    }
  }
  detector.flush();
  await settle();
}

async function pieceOf(
  recogniser: InstanceType<Sherpa['OfflineRecognizer']>,
  samples: Float32Array,
  start: number,
): Promise<RecognisedPiece> {
  const stream = recogniser.createStream();
  stream.acceptWaveform({ samples, sampleRate });
  const {
    text,
    tokens = [],
    timestamps = [],
    durations = [],
    ys_log_probs = [],
    lang,
  } = await recogniser.decodeAsync(stream);
  return {
    start,
    end: start + samples.length / sampleRate,
    text,
    tokens,
    timestamps,
    durations,
    logProbabilities: ys_log_probs,
    language: lang ?? '',
  };
}

/**
 * Whole windows of 16-bit samples as numbers between -1 and 1, however the bytes come; the rest is filled with silence.
 */
async function* windows(bytes: AsyncIterable<Buffer>): AsyncGenerator<Float32Array> {
  let rest = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const all = Buffer.concat([rest, chunk]);
    let at = 0;
    for (; at + window * 2 <= all.length; at += window * 2) yield numbers(all, at, window);
    rest = all.subarray(at);
  }
  if (rest.length > 1) yield numbers(rest, 0, Math.floor(rest.length / 2));
}

function numbers(bytes: Buffer, at: number, count: number): Float32Array {
  const samples = new Float32Array(window);
  for (let n = 0; n < count; n += 1) samples[n] = bytes.readInt16LE(at + n * 2) / 32_768;
  return samples;
}

/** Ranges of at most the longest piece, cut in the quietest tenth of a second of each second half. */
function cut(samples: Float32Array): [number, number][] {
  const most = longestPiece * sampleRate;
  const ranges: [number, number][] = [];
  let from = 0;
  while (samples.length - from > most) {
    const tenth = sampleRate / 10;
    let best = from + most;
    let least = Infinity;
    for (let at = from + most / 2; at + tenth <= from + most; at += tenth) {
      const now = loudness(samples.subarray(at, at + tenth));
      if (now < least) [least, best] = [now, at + tenth / 2];
    }
    ranges.push([from, best]);
    from = best;
  }
  ranges.push([from, samples.length]);
  return ranges;
}

const loudness = (samples: Float32Array): number => samples.reduce((sum, sample) => sum + sample * sample, 0);
