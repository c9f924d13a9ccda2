import { Link } from 'react-router';
import { Document, type Section } from '../features/public/documents/document.tsx';
import { brand, supportEmail } from '../ui/brand.ts';
import { usePageTitle } from '../ui/page-title.ts';

const sections: readonly Section[] = [
  {
    title: 'The service',
    content: (
      <p>
        You upload recordings of webinars, up to 3 hours long, and {brand} makes titles, descriptions, chapters,
        summaries, quotes and transcripts from them, and lets you search them and cut clips. What an engine writes can
        be wrong: read it before you publish it.
      </p>
    ),
  },
  {
    title: 'Your account',
    content: (
      <p>
        You must be at least 13 years old, give your own name and a working email address, and keep your password to
        yourself. You answer for what is done with your account. Tell us immediately if someone else uses it.
      </p>
    ),
  },
  {
    title: 'Free trial',
    content: (
      <p>
        The Executive Plan begins with a 3-day free trial. No card is required for it, and it ends automatically. The
        Professional Plan has no free trial.
      </p>
    ),
  },
  {
    title: 'Billing',
    content: (
      <>
        <p>
          After the trial, plans are billed monthly or annually in advance, in US dollars, until you cancel. Monthly
          tokens are renewed with each billing period; tokens bought in addition do not expire.
        </p>
        <p>
          If a payment fails, we try again and tell you. While a membership has expired, your library stays readable and
          can be exported; uploading and everything an engine writes resume with the renewal.
        </p>
      </>
    ),
  },
  {
    title: 'Cancelling and refunds',
    content: (
      <p>
        You can cancel anytime on the Plan Selection page. You keep access until the end of the billing period you have
        paid for. There are no refunds, including for partly used periods or unused tokens.
      </p>
    ),
  },
  {
    title: 'Your recordings',
    content: (
      <p>
        They stay yours. You give us permission to store and process them for the one purpose of providing the service
        to you. You confirm that you may upload them, and that the people in them have agreed where the law asks for it.
      </p>
    ),
  },
  {
    title: 'What is not allowed',
    content: (
      <ul>
        <li>uploading what is unlawful, or what belongs to others without their permission;</li>
        <li>attacking the service, getting around its limits, or reading what belongs to other members;</li>
        <li>reselling access to it without an agreement with us.</li>
      </ul>
    ),
  },
  {
    title: 'Ending',
    content: (
      <p>
        You may delete your videos and stop using the service at any time. We may suspend an account that breaks these
        terms; where it is possible, we warn first and leave time for an export.
      </p>
    ),
  },
  {
    title: 'Warranty and liability',
    content: (
      <p>
        The service is provided as it is. As far as the law allows, we are not liable for indirect or consequential
        damage, and our liability in all is limited to what you have paid in the twelve months before the claim.
      </p>
    ),
  },
  {
    title: 'Law',
    content: (
      <p>
        California law applies to these terms, without its rules on the conflict of laws. The courts of California
        decide disputes, unless the law of the place where you live as a consumer says otherwise.
      </p>
    ),
  },
  {
    title: 'Changes and contact',
    content: (
      <p>
        We announce changes by email at least 30 days before they take effect. Write to{' '}
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a> or use the <Link to="/contact">contact page</Link>; we
        reply to questions about these terms within 2 business days.
      </p>
    ),
  },
];

export default function Terms() {
  usePageTitle('Terms of Service');
  return (
    <Document
      eyebrow="Last updated July 24, 2025"
      title="Terms of Service"
      lead={
        <p>
          By using {brand} you agree to these terms. In short: 3-day free trial, billed monthly or annually, cancel
          anytime, no refunds.
        </p>
      }
      sections={sections}
    />
  );
}
