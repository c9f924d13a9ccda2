import { longest } from '@lectern/contract/rules/longest';
import { text } from '@lectern/contract/text';

/** Texts in what services answer. One that answers with longer ones speaks of nothing that was said. */
export const SpokenWord = text(longest.line);
export const Language = text(longest.language);
