import { feedbackTypes, type FeedbackType } from '@lectern/contract/rules/feedback-types';
import { useSyncExternalStore } from 'react';

/** Draft of a message. `email` is for visitors only. */
export type MessageDraft<Type extends string> = { type: Type; subject: string; message: string; email: string };

type Modal = { open: boolean; draft: MessageDraft<FeedbackType> };

/** Lives outside of React: any page opens the modal, and closing it by accident loses nothing that was typed. */
let modal: Modal = { open: false, draft: { type: feedbackTypes[0], subject: '', message: '', email: '' } };
const listeners = new Set<() => void>();

function set(next: Partial<Modal>): void {
  modal = { ...modal, ...next };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Opens the modal of the footer, with a type chosen already where the page knows it. */
export const openFeedback = (type?: FeedbackType): void =>
  set({ open: true, draft: type ? { ...modal.draft, type } : modal.draft });

export const closeFeedback = (): void => set({ open: false });

type FeedbackDraft = MessageDraft<FeedbackType>;

export const writeFeedback = (draft: FeedbackDraft | ((now: FeedbackDraft) => FeedbackDraft)): void =>
  set({ draft: typeof draft === 'function' ? draft(modal.draft) : draft });

export const useFeedbackModal = (): Modal => useSyncExternalStore(subscribe, () => modal);
