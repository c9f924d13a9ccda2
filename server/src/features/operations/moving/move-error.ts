/** Videos cannot be moved as things are. The message is one line for the operator, who can mend it. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
  /** Tells the command that the message alone says all. */
  readonly plain = true;
}
