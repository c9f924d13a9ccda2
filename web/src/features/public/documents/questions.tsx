import type { ReactNode } from 'react';
import { Link } from 'react-router';

const questions: readonly [question: string, answer: ReactNode][] = [
  [
    'How do I reset my password?',
    <>
      Use{' '}
      <Link to="/forgot-password" className="prose-link">
        Forgot Password
      </Link>{' '}
      on the login page. We send you a link to choose a new one.
    </>,
  ],
  ['How do I upgrade or cancel my plan?', 'From Account, on the Plan Selection page.'],
  [
    'When can I cancel?',
    'Cancel anytime. You keep access until the billing period ends, and nothing is charged after it.',
  ],
  [
    'Can I export my data?',
    'Yes, via the dashboard Export feature: your recordings, transcripts, chapters and quotes come as one archive.',
  ],
  [
    'Is my data safe?',
    'Connections are encrypted with SSL, and there are backups. Only you can access your recordings, unless you share them.',
  ],
  [
    'Can I downgrade from the Professional plan?',
    'A downgrade from the Professional plan is not possible. Please create a new account with another email.',
  ],
];

/** The questions people ask most. */
export function Questions() {
  return (
    <section aria-labelledby="faq" className="mt-16 grid gap-x-20 gap-y-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <h2 id="faq" className="text-2xl">
        Frequently Asked Questions
      </h2>
      <dl className="border-t border-line">
        {questions.map(([question, answer]) => (
          <div key={question} className="grid gap-x-10 gap-y-1.5 border-b border-line py-5 sm:grid-cols-2">
            <dt className="font-serif text-lg">{question}</dt>
            <dd className="text-soft">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
