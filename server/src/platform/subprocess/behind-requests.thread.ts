import { getPriority, setPriority } from 'node:os';

// Requests are answered before what threads compute, which goes before encoders (10). Only Linux gives each thread a
// priority; where it may not be set, threads compute all the same.
if (process.platform === 'linux')
  try {
    setPriority(Math.max(getPriority(), 5));
  } catch (error) {
    if (!['EPERM', 'EACCES'].includes(String((error as { info?: { code?: string } }).info?.code))) throw error;
  }
