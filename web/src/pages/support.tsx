import { Document } from '../features/documents/document.tsx';
import { usePageTitle } from '../ui/page-title.ts';

export default function Support() {
  usePageTitle('Help & Support');
  return (
    <Document eyebrow="Help & Support" title="Support Center">
      <p>
        Write to us by email; we reply within 24 hours on business days. The desk is open Monday to Friday, 9 AM to 6 PM
        PST.
      </p>
      <h2>Live Chat</h2>
      <p>Coming soon</p>
      <h2>Knowledge Base</h2>
      <p>Coming soon</p>
      <h2>Frequently asked</h2>
      <h3>How do I reset my password?</h3>
      <p>Use Forgot Password on the login page.</p>
      <h3>How do I upgrade or cancel?</h3>
      <p>
        From your account, on the Plan Selection page. You can cancel anytime; access lasts until the billing period
        ends.
      </p>
      <h3>Can I downgrade from the Professional plan?</h3>
      <p>No. Create a new account with another email instead.</p>
      <h3>Is my data safe?</h3>
      <p>Connections are encrypted with SSL, and the data is backed up.</p>
    </Document>
  );
}
