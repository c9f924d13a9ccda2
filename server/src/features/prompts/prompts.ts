import { promptRoutes } from '@lectern/contract/prompts';
import { feature } from '../../platform/serve.ts';
import { aiSearch } from './search.ts';
import { promptSettings, saveQuotePrompt, saveSearchPrompt } from '../chapters/settings.ts';
import { updateQuote } from './update-quote.ts';

export const prompts = feature(promptRoutes, {
  settings: promptSettings,
  saveQuotePrompt,
  saveSearchPrompt,
  updateQuote,
  search: aiSearch,
});
