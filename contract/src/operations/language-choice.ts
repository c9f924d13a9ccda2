import { z } from 'zod';
import { routes } from '../route.ts';
import { sentText } from '../text.ts';

/** Writers of chapters and answers: the built-in engine, a model on this machine, or one behind an address. */
const languageChoices = ['builtin', 'local', 'remote'] as const;
export type LanguageChoice = (typeof languageChoices)[number];

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

/** Asked once, while the built-in engine writes. */
export const languageChoiceRoutes = routes({
  /** Null: it has been chosen. */
  languageChoice: {
    method: 'GET',
    path: '/admin/language-choice',
    access: 'admin',
    reply: z.object({ data: OfferedModel.nullable() }),
  },
  chooseLanguage: {
    method: 'POST',
    path: '/admin/language-choice',
    access: 'admin',
    body: z.object({ choice: z.enum(languageChoices) }),
    reply: z.object({ msg: sentText }),
  },
});
