import { contactTypes, type ContactType } from '@lectern/contract/rules/feedback-types';
import { useState } from 'react';
import { FeedbackForm } from '../features/operations/feedback/feedback-form.tsx';
import type { MessageDraft } from '../features/operations/feedback/feedback-modal.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { TextLink } from '../ui/button-link.tsx';

export default function Contact() {
  usePageTitle('Send Feedback');
  const [draft, setDraft] = useState<MessageDraft<ContactType>>({
    type: contactTypes[0],
    subject: '',
    message: '',
    email: '',
  });
  return (
    <div className="mx-auto grid w-full max-w-6xl flex-1 content-start gap-x-20 gap-y-10 px-4 py-12 sm:px-6 lg:grid-cols-[minmax(0,20rem)_minmax(0,34rem)] lg:py-20">
      <div>
        <p className="eyebrow">Contact</p>
        <h1 className="mt-2 text-3xl">Send Feedback</h1>
        <p className="mt-4 text-soft">
          Tell us what broke, what is slow, or what you wish for. We reply within 24 hours on business days.
        </p>
        <p className="mt-6 text-sm">
          Looking for an answer now? <TextLink to="/support">See the Support Center</TextLink>
        </p>
      </div>
      <FeedbackForm types={contactTypes} draft={draft} onDraft={setDraft} />
    </div>
  );
}
