import { getPriority, setPriority } from 'node:os';

// Loaded first in a thread: requests are answered before what threads compute, which goes before encoders (10). Only Linux
// gives each thread a priority, and nobody may take a higher one than the server was started with.
if (process.platform === 'linux') setPriority(Math.max(getPriority(), 5));
