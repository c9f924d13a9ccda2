import { accountFindings } from './accounts.ts';
import { doorFindings } from './doors.ts';
import { dyingFindings } from './dying.ts';
import type { Finding } from './finding.ts';
import { hostileFindings } from './hostile.ts';
import { importFindings } from './imports.ts';
import { moneyFindings } from './money.ts';
import { recordingFindings } from './recordings.ts';
import { serverFindings } from './servers.ts';
import { strangerFindings } from './strangers.ts';
import { uploadFindings } from './uploads.ts';

/** Every finding that can be seen from outside. */
export const all: readonly Finding[] = [
  ...accountFindings,
  ...moneyFindings,
  ...uploadFindings,
  ...doorFindings,
  ...hostileFindings,
  ...importFindings,
  ...dyingFindings,
  ...serverFindings,
  ...recordingFindings,
  ...strangerFindings,
];
