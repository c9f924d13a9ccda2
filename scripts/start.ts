import { buildWebWhenStale } from './build-web.ts';

buildWebWhenStale();
await import('../server/src/main/start.ts');
