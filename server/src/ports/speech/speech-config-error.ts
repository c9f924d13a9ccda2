/** Settings under which no speech engine can work. Stops the start; the message is one line for the operator. */
export class SpeechConfigError extends Error {
  override readonly name = 'SpeechConfigError';
  readonly plain = true;
}
