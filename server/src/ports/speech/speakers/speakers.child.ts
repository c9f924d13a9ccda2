import { constants, setPriority } from 'node:os';
import { serveSubprocess } from '../../../platform/subprocess/answer.ts';
import { sampleRateHz } from '../../../platform/media/sound-levels.ts';
import { sherpaOnnx } from '../local/sherpa.ts';
import type { TimeRange } from '../port.ts';
import type { SpeakerModels } from './models.ts';
import type { PartSpeaker } from './port.ts';
import { averageVoiceprints } from './voices.ts';

/**
 * Tells the voices of a few minutes apart, in a process of its own, since a damaged model ends the process that loads it.
 */
export type Listen = {
  models: SpeakerModels;
  /** 16-bit samples. */
  sound: Uint8Array;
  /** There is only one voice in it. */
  alone: boolean;
};

/** Seconds of sound of which a voice is made at once, the least and the most: models lose the end of longer ones. */
const shortest = 1;
const longest = 10;
/** Seconds after which a voice is known well enough. */
const enough = 60;

const processor = { numThreads: 1, provider: 'cpu', debug: 0 };

await serveSubprocess('speech_failed', ({ models, sound, alone }: Listen): PartSpeaker[] => {
  setPriority(constants.priority.PRIORITY_LOW);
  const samples = numbers(sound);
  const speakers = alone
    ? [[{ start: 0, end: samples.length / sampleRateHz }]]
    : [...Map.groupBy(turnsIn(samples, models), ({ speaker }) => speaker).values()];
  const voiceIn = voices(samples, models);
  return speakers.flatMap((turns) => {
    const voice = voiceIn(turns);
    return voice ? [{ turns: turns.map(({ start, end }) => ({ start, end })), voice: [...voice] }] : [];
  });
});

function numbers(sound: Uint8Array): Float32Array {
  const bytes = new DataView(sound.buffer, sound.byteOffset, sound.byteLength);
  return Float32Array.from({ length: sound.byteLength >> 1 }, (_, n) => bytes.getInt16(n * 2, true) / 32_768);
}

function turnsIn(samples: Float32Array, { segmentation, embedding }: SpeakerModels) {
  const engine = new (sherpaOnnx().OfflineSpeakerDiarization)({
    // It looks at ten seconds, and on three seconds later: a third of the work of its usual one.
    segmentation: { pyannote: { model: segmentation, windowShiftRatio: 0.3 }, ...processor },
    embedding: { model: embedding, ...processor },
    // Rather one speaker too many here: those who sound alike are put together over the whole recording.
    clustering: { numClusters: -1, threshold: 0.7 },
    minDurationOn: 0.3,
    minDurationOff: 0.5,
  });
  return engine.process(samples);
}

/** Computes the voiceprint of some time ranges, longest first. */
function voices(samples: Float32Array, { embedding }: SpeakerModels) {
  const extractor = new (sherpaOnnx().SpeakerEmbeddingExtractor)({ model: embedding, ...processor });
  return (stretches: readonly TimeRange[]) => {
    const heard: Parameters<typeof averageVoiceprints>[0][number][] = [];
    let seconds = 0;
    for (const { start, end } of stretches.toSorted((one, other) => other.end - other.start - (one.end - one.start)))
      for (let from = start; end - from >= shortest && seconds < enough; from += longest) {
        const to = Math.min(end, from + longest);
        const stream = extractor.createStream();
        stream.acceptWaveform({
          samples: samples.subarray(Math.round(from * sampleRateHz), Math.round(to * sampleRateHz)),
          sampleRate: sampleRateHz,
        });
        stream.inputFinished();
        const voice = averageVoiceprints([{ voice: [...extractor.compute(stream, false)], weight: 1 }]);
        if (voice) heard.push({ voice, weight: to - from });
        seconds += to - from;
      }
    return averageVoiceprints(heard);
  };
}
