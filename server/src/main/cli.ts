import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { keepFilesPrivate } from '../platform/files/private-folder.ts';
import { isAdministratorChange, keepAdministrators } from './cli-administrators.ts';
import { adoptInstallation } from './cli-adopt.ts';
import { backUp, restore, verifyBackup } from './cli-backup.ts';
import { chapterFile } from './cli-chapter.ts';
import { createDemo } from './cli-demo.ts';
import { importFile } from './cli-import.ts';
import { moveMedia } from './cli-move.ts';
import { misspeltSettings, readConfig } from './config.ts';
import { formatError } from './format-error.ts';

const usage = `Usage:
  lectern chapter FILE [--captions FILE] [--json]   title, description, summary, chapters and quotes of a recording
                                                    or a caption file, as Markdown or JSON
  lectern demo                                      a verified demo account with two processed recordings
  lectern import FILE --email ADDRESS [--again]     the videos of an export, with their texts and edits, into an account;
                                                    what is there already only with --again
  lectern adopt [--yes]                             makes DATA_DIR and the database one installation, after a move or
                                                    a restored backup that the start refuses
  lectern backup TARGET [--keep N]                  backs up database and files into a folder while the server runs;
                                                    with --keep, forgets all but the newest N backups
  lectern restore SOURCE [--verify]                 makes the newest backup a new installation; with --verify proves
                                                    the backup instead and changes nothing
  lectern administrators [add|reset|remove ADDRESS] who administers the product; adds one, gives one a new password that is
                                                    shown once, and removes the second factor, or removes one
  lectern move-media mux|local [--only ID,...]      moves videos to Mux or back, one at a time, while they play`;

/** Commands that read the files they name. */
const readers: ReadonlySet<string> = new Set(['chapter', 'import', 'restore']);

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      captions: { type: 'string' },
      email: { type: 'string' },
      again: { type: 'boolean', default: false },
      json: { type: 'boolean' },
      keep: { type: 'string' },
      only: { type: 'string' },
      verify: { type: 'boolean' },
      yes: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [command, file, address] = positionals;
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  if (command === 'backup' && file !== undefined && (keep === undefined || (Number.isInteger(keep) && keep > 0))) {
    await backUp(readConfig(), file, { keep });
    return 0;
  }
  if (command === 'move-media' && (file === 'mux' || file === 'local'))
    return moveMedia(readConfig(), {
      target: file,
      ...(values.only === undefined ? {} : { only: values.only.split(',') }),
    });
  const named = command !== undefined && readers.has(command) ? [file, values.captions] : [];
  const missing = named.find((path) => path !== undefined && !existsSync(path));
  if (missing !== undefined) {
    console.error(`There is no file ${missing}.`);
    return 1;
  }
  if (command === 'chapter' && file !== undefined) {
    console.log(await chapterFile(readConfig(), file, { captions: values.captions, json: values.json ?? false }));
    return 0;
  }
  if (command === 'import' && file !== undefined && values.email !== undefined) {
    await importFile(readConfig(), file, values.email, values.again ? 'take' : 'skip');
    return 0;
  }
  if (command === 'restore' && file !== undefined) {
    if (values.verify) return verifyBackup(readConfig(), file);
    await restore(readConfig(), file);
    return 0;
  }
  if (command === 'administrators' && (file === undefined || (isAdministratorChange(file) && address !== undefined))) {
    await keepAdministrators(readConfig(), file && { change: file, email: address! });
    return 0;
  }
  if (command === 'adopt') return adoptInstallation(readConfig(), { yes: values.yes ?? false });
  if (command === 'demo') {
    await createDemo(readConfig());
    return 0;
  }
  console.error(usage);
  return 2;
}

keepFilesPrivate();
try {
  for (const line of misspeltSettings()) console.error(line);
  process.exitCode = await main();
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  console.error(isUsage ? error.message : formatError(error));
  process.exitCode = 1;
}
