import { Mail, MessagesSquare, NotebookText } from 'lucide-react';
import type { ReactNode } from 'react';
import { supportEmail } from '../ui/brand.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { TextLink } from '../ui/button-link.tsx';

const later = [
  { id: 'live-chat', name: 'Live Chat', icon: MessagesSquare },
  { id: 'knowledge-base', name: 'Knowledge Base', icon: NotebookText },
] as const;

export default function Support() {
  usePageTitle('Help & Support');
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-12 sm:px-6 lg:py-20">
      <p className="eyebrow">Help & Support</p>
      <h1 className="mt-2 text-3xl">Support Center</h1>
      <div className="mt-10 grid overflow-hidden rounded-lg border border-line bg-surface lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <section aria-labelledby="email-support" className="p-6 sm:p-8">
          <h2 id="email-support" className="flex items-center gap-3 text-xl">
            <Mail aria-hidden className="size-5 text-accent" />
            Email support
          </h2>
          <p className="mt-3">
            <a href={`mailto:${supportEmail}`} className="prose-link font-serif text-lg break-all">
              {supportEmail}
            </a>
          </p>
          <p className="mt-2">We reply within 24 hours on business days.</p>
          <p className="text-soft">Monday to Friday, 9 AM to 6 PM PST</p>
          <p className="mt-4 text-sm">
            Rather a form? <TextLink to="/contact">Send Feedback</TextLink>
          </p>
        </section>
        {later.map(({ id, name, icon: Icon }) => (
          <section key={id} aria-labelledby={id} className="border-t border-line p-6 sm:p-8 lg:border-s lg:border-t-0">
            <h2 id={id} className="flex items-center gap-3 text-xl">
              <Icon aria-hidden className="size-5 text-soft" />
              {name}
            </h2>
            <p className="mt-3 text-soft">Coming soon</p>
          </section>
        ))}
      </div>
      <Questions />
    </div>
  );
}

const questions: readonly [question: string, answer: ReactNode][] = [
  [
    'How do I reset my password?',
    <>
      Use <TextLink to="/forgot-password">Forgot Password</TextLink> on the login page. We send you a link to choose a
      new one.
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

function Questions() {
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
