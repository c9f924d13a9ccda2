import { LanguageChoice, languageChoiceRoutes } from '@lectern/contract/operations/language-choice';
import { readSetting, saveSetting } from '../../../platform/database/settings.ts';
import { feature } from '../../../platform/http/serve.ts';
import { recordAudit } from './audit.ts';

const name = 'language_choice';

const told: Readonly<Record<LanguageChoice, string>> = {
  builtin: 'The built-in engine goes on writing.',
  local: 'Once the setting is there and the server restarts, the model writes.',
  remote: 'Once the settings are there and the server restarts, the model writes.',
};

/**
 * Asks who writes. The answer is kept only to ask no more: the engine is a setting of the environment, where its key
 * stands too.
 */
export const languageChoice = feature(languageChoiceRoutes, {
  async languageChoice({ database, language, offeredModel }) {
    if (language !== undefined) return { data: null };
    const chosen = LanguageChoice.nullable()
      .catch(null)
      .parse((await readSetting(database.kysely, name)) ?? null);
    return { data: chosen === 'builtin' ? null : { model: offeredModel, choice: chosen } };
  },

  async chooseLanguage(ctx, { choice }) {
    await ctx.database.transaction(async (tx) => {
      await saveSetting(tx, name, choice);
      const object = { kind: 'setting', id: name } as const;
      await recordAudit(tx, ctx, { action: 'chose who writes chapters', object, detail: { choice } });
    });
    return { msg: told[choice] };
  },
});
