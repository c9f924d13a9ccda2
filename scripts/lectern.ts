import { runClient, usage } from '../client/src/cli.ts';
import { readSettingsFile } from './settings-file.ts';

readSettingsFile();
const args = process.argv.slice(2);
const wantsHelp = args.includes('--help') || args.includes('-h');
const code = wantsHelp ? undefined : await runClient(args);
if (code === undefined) await import('../server/src/main/cli.ts');
else process.exitCode = code;
if (wantsHelp) console.log(`\n${usage}`);
else if (code === undefined && process.exitCode === 2) console.error(`\n${usage}`);
