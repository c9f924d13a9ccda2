import type { CodePage } from '@lectern/contract/code-pages';
import type { EncodingPreview } from '@lectern/contract/uploads/uploads';
import { currentSession } from '../../session/stored-session.ts';
import { createStore } from '../../ui/store.ts';

/** Two encodings in which a caption file makes sense, for the person to choose by their first lines. */
export type EncodingQuestion = {
  fileName: string;
  previews: [EncodingPreview, EncodingPreview];
  /** Owner of the file; other accounts signed in here are not asked. */
  account: string | undefined;
  answer: (encoding: CodePage) => void;
};

/** They live outside of React: the page that sent a file may have gone when its question comes. */
const questions = createStore<readonly EncodingQuestion[]>([]);

export function askEncoding(fileName: string, previews: EncodingQuestion['previews']): Promise<CodePage> {
  return new Promise((resolve) => {
    const question: EncodingQuestion = {
      fileName,
      previews,
      account: currentSession()?.id,
      answer(encoding) {
        questions.set(questions.get().filter((each) => each !== question));
        resolve(encoding);
      },
    };
    questions.set([...questions.get(), question]);
  });
}

/** The question that has waited longest, of those for this account. */
export const useEncodingQuestion = (account: string): EncodingQuestion | undefined =>
  questions.use().find((each) => each.account === account);
