import { existsSync } from 'node:fs';
import { buildWebWhenStale } from './build-web.ts';

// Node's own option for it says at every start that there is no such file.
if (existsSync('.env')) process.loadEnvFile('.env');
buildWebWhenStale();
await import('../server/src/main/start.ts');
