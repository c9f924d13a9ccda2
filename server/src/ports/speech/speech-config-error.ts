/** Settings under which no speech engine can work. Stops the start; the message is one line for the operator. */
export class SpeechRefused extends Error {
  override readonly name = 'SpeechRefused';
  readonly plain = true;
}
