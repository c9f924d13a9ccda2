import type { CodePage } from '@lectern/contract/code-pages';
import type { EncodingPreview } from '@lectern/contract/uploads/uploads';
import { useSyncExternalStore } from 'react';
import { currentSession } from '../../session/stored-session.ts';

/** Two encodings in which a caption file makes sense, for the person to choose by their first lines. */
export type EncodingQuestion = {
  fileName: string;
  previews: [EncodingPreview, EncodingPreview];
  /** Owner of the file; other accounts signed in here are not asked. */
  account: string | undefined;
  answer: (encoding: CodePage) => void;
};

/** They live outside of React: the page that sent a file may have gone when its question comes. */
let questions: readonly EncodingQuestion[] = [];
const listeners = new Set<() => void>();

function change(next: readonly EncodingQuestion[]): void {
  questions = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Which of two encodings a person says is right. */
export function askEncoding(fileName: string, previews: EncodingQuestion['previews']): Promise<CodePage> {
  return new Promise((resolve) => {
    const question: EncodingQuestion = {
      fileName,
      previews,
      account: currentSession()?.id,
      answer(encoding) {
        change(questions.filter((each) => each !== question));
        resolve(encoding);
      },
    };
    change([...questions, question]);
  });
}

/** The question that has waited longest, of those for this account. */
export const useEncodingQuestion = (account: string): EncodingQuestion | undefined =>
  useSyncExternalStore(subscribe, () => questions.find((each) => each.account === account));
