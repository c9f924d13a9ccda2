import { feedbackTypes } from '@lectern/contract/rules/feedback-types';
import { useEffect, useState } from 'react';
import { Dialog, DialogCancel } from '../../../ui/dialog.tsx';
import { FeedbackForm } from './feedback-form.tsx';
import { closeFeedback, useFeedbackModal, writeFeedback } from './feedback-modal.ts';

/** Milliseconds the modal stays after a message went out (specification section 9). */
const closesAfter = 2_500;

export default function FeedbackDialog() {
  const { open, draft } = useFeedbackModal();
  const [sent, setSent] = useState(false);
  useEffect(() => {
    if (!sent) return;
    const timer = setTimeout(() => {
      setSent(false);
      closeFeedback();
    }, closesAfter);
    return () => clearTimeout(timer);
  }, [sent]);

  const close = (): void => {
    setSent(false);
    closeFeedback();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Send Feedback"
      description="A wish, a problem, a word of praise: we read every message."
    >
      <FeedbackForm
        types={feedbackTypes}
        draft={draft}
        onDraft={writeFeedback}
        onSent={() => setSent(true)}
        actions={<DialogCancel />}
      />
    </Dialog>
  );
}
