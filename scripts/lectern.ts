import { readSettingsFile } from './settings-file.ts';

readSettingsFile();
await import('../server/src/main/cli.ts');
