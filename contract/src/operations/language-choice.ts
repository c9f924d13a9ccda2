import { z } from 'zod';
import { routes } from '../route.ts';
import { sentText } from '../text.ts';

/** Writers of chapters and answers: the built-in engine, a model on this machine, or one behind an address. */
export const LanguageChoice = z.enum(['builtin', 'local', 'remote']);
export type LanguageChoice = z.infer<typeof LanguageChoice>;

/** Needs of a model on this machine, in bytes. */
export const OfferedModel = z.object({
  label: sentText,
  licence: sentText,
  disk: z.number(),
  memory: z.number(),
  machineMemory: z.number(),
  /** The command that adds what runs it, then the settings; none where the machine has too little memory. */
  lines: z.array(sentText),
});
export type OfferedModel = z.infer<typeof OfferedModel>;

/** Asked until it is answered and, of another than the built-in engine, until its settings are there. */
export const languageChoiceRoutes = routes({
  /** Null: nothing is to be chosen or set. `choice`: what was chosen and waits for its settings. */
  languageChoice: {
    method: 'GET',
    path: '/admin/language-choice',
    access: 'admin',
    reply: z.object({ data: z.object({ model: OfferedModel, choice: LanguageChoice.nullable() }).nullable() }),
  },
  chooseLanguage: {
    method: 'POST',
    path: '/admin/language-choice',
    access: 'admin',
    body: z.object({ choice: LanguageChoice }),
    reply: z.object({ msg: sentText }),
  },
});
