import { buildWebWhenStale } from './build-web.ts';
import { readSettingsFile } from './settings-file.ts';

readSettingsFile();
buildWebWhenStale();
await import('../server/src/main/start.ts');
