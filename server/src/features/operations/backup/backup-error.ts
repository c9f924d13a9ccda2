/** A backup or a restore cannot go on as things are. The message is one line for the operator, who can mend it. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  /** Tells the command that the message alone says all. */
  readonly plain = true;
}
