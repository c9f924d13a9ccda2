import { Link } from 'react-router';
import { Document, type Section } from '../features/public/documents/document.tsx';
import { brand, supportEmail, pageMeta } from '../ui/brand.ts';
import { usePageTitle } from '../ui/page-title.ts';

/** Whether recordings lie with Mux, whose servers the pages play them from. */
const atMux = pageMeta('media-provider') === 'mux';

/** Whether the operator lets Mux Data measure how recordings play. */
const measured = pageMeta('mux-data') !== undefined;

const sections: readonly Section[] = [
  {
    title: 'What we collect',
    content: (
      <ul>
        <li>
          <strong>Your account:</strong> first and last name, email address, and a password that is stored only as a
          one-way hash.
        </li>
        <li>
          <strong>Your recordings:</strong> the files and captions you upload, and what is made from them: transcripts,
          chapters, summaries, quotes, pictures and clips; and what you add: highlights, notes, links and a portal.
        </li>
        <li>
          <strong>Voices, only if you turn that on:</strong> a numerical fingerprint of the voice of each person you
          name in a recording, from which no audio can be recovered, used to recognise them in your other recordings.
          This is biometric data. It is used in your own library only, and is deleted with the recording in which you
          named them, with your account, and immediately when you say so on your account page. Without that, voices are
          compared within one recording to tell its speakers apart, and nothing of them is kept.
        </li>
        <li>
          <strong>Your use of the plan:</strong> videos processed, tokens spent, payments made and their state. Card
          numbers go to the payment provider and never reach our servers.
        </li>
        <li>
          <strong>What you write to us:</strong> feedback, and our answers to it.
        </li>
        <li>
          <strong>Technical records:</strong> network addresses and times of requests, kept briefly to run the service
          and to stop abuse.
        </li>
      </ul>
    ),
  },
  {
    title: 'What we use it for',
    content: (
      <>
        <p>
          To provide the service you asked for, to keep it secure, to bill your plan, and to answer you. We do not sell
          personal information, we do not share it for advertising, and we do not train models on your recordings.
        </p>
        <p>
          {atMux && 'The pages load recordings and their pictures from Mux, Inc., which keeps and plays them for us. '}
          The pages load nothing{atMux && ' else'} from other companies and set no tracking cookies. Your session and
          your choice of theme are kept in your own browser.
        </p>
        {measured && (
          <p>
            How a recording plays is measured by Mux, Inc., for us: when it starts, stops or stalls, its title, and the
            browser, device and network it plays on. Mux keeps nothing in the browser, and nothing is measured where the
            browser says “Do Not Track”. This also applies to portals and shared links.
          </p>
        )}
      </>
    ),
  },
  {
    title: 'If you watch a portal or a shared link',
    content: (
      <p>
        Members of {brand} show recordings in portals and by links. Viewers need no account; we set no cookie and leave
        nothing in the browser by which a viewer is known again. For the member who shows the recording we count, by the
        day and for all viewers together, how often it is started, which parts of it are played, and in portals what is
        searched for and which quotes are shared; words that look like an address or a number are left out. Nothing of
        this says who watched. Network addresses are used for the moment it takes to answer and to keep floods and wrong
        passwords of links away, as above. The password of a link is kept only as a one-way hash.
      </p>
    ),
  },
  {
    title: 'Who else sees it',
    content: (
      <p>
        Only companies that work for us, and only what their part needs: hosting,
        {atMux && ' keeping and playing recordings,'} sending email, taking payments, and, where the operator has
        connected them, engines for speech recognition and language. We give information to authorities only where the
        law requires it.
      </p>
    ),
  },
  {
    title: 'How long we keep it',
    content: (
      <p>
        Recordings and everything made from them stay until you delete them; deleting a video deletes its transcript,
        chapters, pictures, clips, highlights, links and figures as well. Account and payment records are kept as long
        as the account exists and as tax law requires. Backups are overwritten in turn.
      </p>
    ),
  },
  {
    title: 'How we protect it',
    content: (
      <p>
        Connections are encrypted with SSL, passwords are hashed, recordings are reached only through addresses that
        cannot be guessed, and data is backed up. No system is without risk; if a breach concerns you, we tell you
        without delay.
      </p>
    ),
  },
  {
    title: 'Your rights under the CCPA',
    content: (
      <>
        <p>If you live in California, the California Consumer Privacy Act gives you the right to:</p>
        <ul>
          <li>know what personal information we have collected about you, why, and with whom it was shared;</li>
          <li>receive a copy of it; the dashboard’s Export gives you most of it right away;</li>
          <li>have it corrected or deleted;</li>
          <li>opt out of its sale or sharing, though we do neither;</li>
          <li>use any of these rights without being treated worse for it.</li>
        </ul>
        <p>
          Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a> or use the{' '}
          <Link to="/contact">contact page</Link>. We verify a request through the email address of the account and
          answer within 45 days. We offer the same rights to everyone, wherever they live.
        </p>
      </>
    ),
  },
  {
    title: 'Children',
    content: (
      <p>
        The service is not for children under 13, and we do not knowingly collect information about them. If you believe
        that a child has given us any, tell us and we will delete it.
      </p>
    ),
  },
  {
    title: 'Changes and questions',
    content: (
      <p>
        When this policy changes, the date above changes with it, and members are told by email before anything
        important takes effect. Questions go to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
    ),
  },
];

export default function Privacy() {
  usePageTitle('Privacy Policy');
  return (
    <Document
      eyebrow="Last updated July 10, 2025"
      title="Privacy Policy"
      lead={
        <p>{brand} keeps what it needs to do its work: your account, your recordings, and what is made from them.</p>
      }
      sections={sections}
    />
  );
}
