import { Mail, MessagesSquare, NotebookText } from 'lucide-react';
import { Link } from 'react-router';
import { Questions } from '../features/public/documents/questions.tsx';
import { supportEmail } from '../ui/brand.ts';
import { usePageTitle } from '../ui/page-title.ts';

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
            Rather a form?{' '}
            <Link to="/contact" className="prose-link">
              Send Feedback
            </Link>
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
