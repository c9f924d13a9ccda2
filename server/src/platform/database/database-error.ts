/** The database cannot be used as things are. The message is one line for the operator, who can mend it. */
export class DatabaseConfigError extends Error {
  override readonly name = 'DatabaseConfigError';
  /** Tells the start that the message alone says all. */
  readonly plain = true;
}
