import { createRequire } from 'node:module';
import { SpeechConfigError } from '../port.ts';

/** Throws `SpeechConfigError` where the engine is not installed; `setting` is the one that asks for it. */
export function findEngine(setting: string): void {
  try {
    sherpaOnnx();
  } catch (cause) {
    const platform = `${process.platform} ${process.arch}`;
    throw new SpeechConfigError(
      `${setting}: local needs sherpa-onnx-node, which is not installed for ${platform}. Run npm ci again, or choose another engine.`,
      { cause },
    );
  }
}

/** The parts of sherpa-onnx-node used here; the package has no types. */
export type Sherpa = {
  Vad: new (
    config: object,
    bufferSeconds: number,
  ) => {
    acceptWaveform(samples: Float32Array): void;
    isEmpty(): boolean;
    front(externalBuffer: boolean): { start: number; samples: Float32Array };
    pop(): void;
    flush(): void;
  };
  OfflineRecognizer: (new (config: object) => OfflineRecognizer) & {
    createAsync(config: object): Promise<OfflineRecognizer>;
  };
  OfflineSpeakerDiarization: new (config: object) => {
    process(samples: Float32Array): { start: number; end: number; speaker: number }[];
  };
  SpeakerEmbeddingExtractor: new (config: object) => {
    createStream(): {
      acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void;
      inputFinished(): void;
    };
    compute(stream: object, externalBuffer: boolean): Float32Array;
  };
};

type OfflineRecognizer = {
  createStream(): { acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void };
  decodeAsync(stream: object): Promise<{
    text: string;
    tokens?: string[];
    timestamps?: number[];
    durations?: number[];
    ys_log_probs?: number[];
    lang?: string;
  }>;
};

const require = createRequire(import.meta.url);

/** Loads the engine. Throws where there is none for this platform. */
export const sherpaOnnx = (): Sherpa => require('sherpa-onnx-node') as Sherpa;
