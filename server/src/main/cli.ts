import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { keepFilesPrivate } from '../platform/files/private-folder.ts';
import { backUp, restore, verifyBackup } from './cli-backup.ts';
import { chapterFile } from './cli-chapter.ts';
import { createDemo } from './cli-demo.ts';
import { importFile, moveMedia } from './cli-videos.ts';
import { readConfig, warnOfNames, type Config } from './config.ts';
import { formatError } from './format-error.ts';
import { join } from 'node:path';
import {
  addAdministrator,
  AdministratorRefused,
  removeAdministrator,
  resetAdministrator,
} from '../features/accounts/keep-administrators.ts';
import { productionPasswordCost } from '../features/accounts/passwords.ts';
import { administrators } from '../features/accounts/store.ts';
import { silentLog } from './silent-log.ts';
import { openDatabaseOf } from './world.ts';
import { type Acquaintance, checkInstallationPair, adoptPlace } from '../features/storage/installation.ts';
import type { Storage } from '../ports/storage/port.ts';
import { openStorage } from './open-storage.ts';

/**
 * Makes database and folder one installation and explains the effect first; requires `--yes` when they do not know
 * each other. Resolves with the exit code.
 */
async function adoptInstallation(config: Config, { yes }: { yes: boolean }): Promise<number> {
  const storage = await openStorage(config);
  const database = await openDatabaseOf(config, silentLog);
  try {
    const met = await checkInstallationPair(database, storage);
    for (const line of consequences(storage, met)) console.log(line);
    const strangers = met.shared === 0 && met.inStorage + met.inDatabase > 0;
    if (strangers && !yes) {
      console.error('Nothing was changed. If this is what you want, run it again with --yes.');
      return 1;
    }
    await adoptPlace(database, storage);
    console.log(`They are one installation now. Any other database is refused ${storage.place} from now on.`);
    return 0;
  } finally {
    await database.close();
    await storage.close();
  }
}

function consequences({ place }: Storage, { inStorage, shared, inDatabase }: Acquaintance): string[] {
  const missing = Math.max(0, inDatabase - shared);
  return [
    `With these settings ${place} holds ${inStorage} recordings; the database knows ${shared} of them and says there are ${inDatabase}.`,
    ...(inStorage > shared
      ? [
          `${inStorage - shared} that it does not know will be set aside; the back office shows them, nothing is deleted.`,
        ]
      : []),
    ...(missing > 0 ? [`${missing} that it says there are will not play until their files are there.`] : []),
  ];
}

const print = (line: string): void => console.log(line);

const toBeReplaced = '(shown only now; another one is chosen at the first sign-in)';

/** Changes to an administrator. Each ends with a line for the operator. */
const changes = {
  async add(world, email) {
    print(`${email} is an administrator now, password ${await addAdministrator(world, email)} ${toBeReplaced}.`);
  },
  async reset(world, email) {
    const password = await resetAdministrator(world, email);
    print(`${email} is signed out and has no second factor now, password ${password} ${toBeReplaced}.`);
  },
  async remove(world, email) {
    await removeAdministrator(world, email);
    print(`${email} is signed out and no administrator any more.`);
  },
} satisfies Record<string, (world: Parameters<typeof addAdministrator>[0], email: string) => Promise<void>>;

const isAdministratorChange = (word: string | undefined): word is keyof typeof changes =>
  word !== undefined && Object.hasOwn(changes, word);

/** Lists the administrators, or changes one of them. The embedded database belongs to the server while that runs. */
async function keepAdministrators(
  config: Config,
  wanted: { change: keyof typeof changes; email: string } | undefined,
): Promise<void> {
  if (config.database.kind === 'embedded' && !existsSync(join(config.dataDir, 'database')))
    throw new AdministratorRefused(`There is no database in ${config.dataDir} (DATA_DIR).`);
  const database = await openDatabaseOf(config, silentLog);
  try {
    if (wanted) return await changes[wanted.change]({ database, passwordCost: productionPasswordCost }, wanted.email);
    for (const { email, must_change_password: owes } of await administrators(database.kysely))
      print(owes ? `${email} (has not signed in with the password that was made)` : email);
  } finally {
    await database.close();
  }
}

const usage = `Usage:
  lectern chapter FILE [--captions FILE] [--json]   title, description, summary, chapters and quotes of a recording
                                                    or a caption file, as Markdown or JSON
  lectern demo                                      a verified demo account with two processed recordings
  lectern import FILE --email ADDRESS               the videos of an export, with their texts and edits, into an account;
          [--include-duplicates]                    what is there already only with --include-duplicates
  lectern adopt [--yes]                             makes DATA_DIR and the database one installation, after a move or
                                                    a restored backup that the start refuses
  lectern backup TARGET [--keep N]                  backs up database and files into a folder while the server runs;
                                                    with --keep, forgets all but the newest N backups
  lectern restore SOURCE [--verify]                 makes the newest backup a new installation; with --verify proves
                                                    the backup instead and changes nothing
  lectern administrators [add|reset|remove ADDRESS] who administers the product; adds one, gives one a new password that is
                                                    shown once, and removes the second factor, or removes one
  lectern move-media mux|local [--videos ID,...]    moves videos to Mux or back, one at a time, while they play`;

/** Commands that read the files they name. */
const readers: ReadonlySet<string> = new Set(['chapter', 'import', 'restore']);

/** Each old flag with its new name. */
const renamedFlags: Readonly<Record<string, string>> = { '--again': '--include-duplicates', '--only': '--videos' };

/** Reads the arguments, and warns of old flags in one line. */
function readArguments(): string[] {
  const old = new Set<string>();
  const args = process.argv.slice(2).map((argument) =>
    argument.replace(/^--(?:again|only)(?==|$)/, (flag) => {
      old.add(`${flag} is now ${renamedFlags[flag]}`);
      return renamedFlags[flag]!;
    }),
  );
  if (old.size > 0) console.error(`Flags have new names; the old ones are still read: ${[...old].join(', ')}.`);
  return args;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    args: readArguments(),
    allowPositionals: true,
    options: {
      captions: { type: 'string' },
      email: { type: 'string' },
      'include-duplicates': { type: 'boolean', default: false },
      json: { type: 'boolean' },
      keep: { type: 'string' },
      videos: { type: 'string' },
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
      ...(values.videos === undefined ? {} : { only: values.videos.split(',') }),
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
    await importFile(readConfig(), file, values.email, values['include-duplicates'] ? 'take' : 'skip');
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
  for (const line of warnOfNames()) console.error(line);
  process.exitCode = await main();
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  console.error(isUsage ? error.message : formatError(error));
  process.exitCode = 1;
}
