import type { Queryable } from '../../../platform/database/database.ts';
import { saveSetting, readSetting } from '../../../platform/database/settings.ts';

const name = 'openai_prompt';

/** Default instructions before a user's own prompts, until an administrator writes others. */
export const standardPrompt =
  'You write for executives and product marketers. Be accurate, use only what was said in the recording, and prefer the speaker’s own words.';

/** The global default prompt. */
export const globalPrompt = async (db: Queryable): Promise<string> => (await readSetting(db, name)) ?? standardPrompt;

export const setGlobalPrompt = (tx: Queryable, prompt: string): Promise<void> => saveSetting(tx, name, prompt);

/** The engine in `chaptering/`, as it is stored with what it wrote. */
export const builtinEngine = 'lectern-offline-1';
