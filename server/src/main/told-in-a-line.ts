import { SettingError } from './config.ts';

/** Whether the message of what stops a program says all to the operator, who can mend it; else the whole story is told. */
export const toldInALine = (error: unknown): error is Error =>
  error instanceof SettingError ||
  (error instanceof Error && ('plain' in error || ('code' in error && error.code === 'EADDRINUSE')));
