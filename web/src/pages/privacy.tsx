import { Document } from '../features/documents/document.tsx';
import { brand } from '../ui/brand.ts';
import { usePageTitle } from '../ui/page-title.ts';

export default function Privacy() {
  usePageTitle('Privacy Policy');
  return (
    <Document eyebrow="Last updated July 10, 2025" title="Privacy Policy">
      <p>{brand} keeps what it needs to do its work: your account, your recordings, and what is made from them.</p>
      <h2>What we store</h2>
      <p>
        Your name and email address, your recordings with their transcripts, chapters and clips, and a record of tokens
        and payments. Deleting a video deletes what was made from it.
      </p>
      <h2>Your rights under the CCPA</h2>
      <p>You may ask what we hold about you, have it corrected or deleted, and take it with you. We sell nothing.</p>
      <h2>Children</h2>
      <p>The service is not for children under 13.</p>
    </Document>
  );
}
