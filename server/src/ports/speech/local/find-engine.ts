import { SpeechConfigError } from '../port.ts';
import { sherpaOnnx } from './sherpa.ts';

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
