import { feedbackTypes, type FeedbackType } from '@lectern/contract/rules/feedback-types';
import { createStore } from '../../../ui/store.ts';

/** Draft of a message. `email` is for visitors only. */
export type MessageDraft<Type extends string> = { type: Type; subject: string; message: string; email: string };

type Modal = { open: boolean; draft: MessageDraft<FeedbackType> };

/** Lives outside of React: any page opens the modal, and closing it by accident loses nothing that was typed. */
const modal = createStore<Modal>({
  open: false,
  draft: { type: feedbackTypes[0], subject: '', message: '', email: '' },
});

const change = (part: Partial<Modal>): void => modal.set({ ...modal.get(), ...part });

/** Opens the modal of the footer, with a type chosen already where the page knows it. */
export const openFeedback = (type?: FeedbackType): void =>
  change({ open: true, ...(type ? { draft: { ...modal.get().draft, type } } : {}) });

export const closeFeedback = (): void => change({ open: false });

type FeedbackDraft = MessageDraft<FeedbackType>;

export const writeFeedback = (draft: FeedbackDraft | ((now: FeedbackDraft) => FeedbackDraft)): void =>
  change({ draft: typeof draft === 'function' ? draft(modal.get().draft) : draft });

export const useFeedbackModal = modal.use;
