import { Document } from '../features/documents/document.tsx';
import { brand } from '../ui/brand.ts';
import { usePageTitle } from '../ui/page-title.ts';

export default function Terms() {
  usePageTitle('Terms of Service');
  return (
    <Document eyebrow="Last updated July 24, 2025" title="Terms of Service">
      <p>By using {brand} you agree to these terms.</p>
      <h2>Trial and billing</h2>
      <p>
        The trial lasts 3 days and is free. After it, a plan is billed monthly or annually. You can cancel anytime;
        there are no refunds.
      </p>
      <h2>Your recordings</h2>
      <p>
        They stay yours. We process them to make chapters, quotes, transcripts and clips for you, and for nothing else.
      </p>
      <h2>Law and contact</h2>
      <p>California law applies. We reply to questions about these terms within 2 business days.</p>
    </Document>
  );
}
