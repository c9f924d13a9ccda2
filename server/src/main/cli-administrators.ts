import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  addAdministrator,
  AdministratorRefused,
  removeAdministrator,
  resetAdministrator,
} from '../features/accounts/keep-administrators.ts';
import { productionPasswordCost } from '../features/accounts/passwords.ts';
import { administrators } from '../features/accounts/store.ts';
import type { Config } from './config.ts';
import { silentLog } from './silent-log.ts';
import { openDatabaseOf } from './world.ts';

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

export const isAdministratorChange = (word: string | undefined): word is keyof typeof changes =>
  word !== undefined && Object.hasOwn(changes, word);

/** Lists the administrators, or changes one of them. The embedded database belongs to the server while that runs. */
export async function keepAdministrators(
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
