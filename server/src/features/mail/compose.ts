import type { EmailMessage } from '../../ports/mail/port.ts';
import { escapeHtml } from '../../platform/text/escape-html.ts';

/** Markup that is safe to put into markup. Only `html` makes it. */
type Html = { readonly markup: string };

const render = (value: string | Html | readonly Html[]): string => {
  if (typeof value === 'string') return escapeHtml(value);
  if ('markup' in value) return value.markup;
  return value.map(({ markup }) => markup).join('');
};

/** A template whose values are escaped unless they are markup themselves. */
const html = (parts: TemplateStringsArray, ...values: (string | Html | readonly Html[])[]): Html => ({
  markup: parts.reduce((markup, part, n) => markup + render(values[n - 1]!) + part),
});

/** Contents of an email; text and HTML are both made from it. */
export type Note = {
  subject: string;
  /** Preview text that email lists show after the subject. */
  preview: string;
  greeting: string;
  paragraphs: readonly string[];
  action?: { label: string; url: string };
  /** Small print after the action. */
  footnote: string;
  /** When the link in it ends: later it is of no use. */
  ends?: Date;
};

/** Brand that sends an email, and the base URL of its links. */
export type Sender = { brand: string; publicUrl: string };

/** To whom: a name that its owner has given to an address they have proved to be theirs. */
export type Reader = { firstname: string };

export const formatGreeting = ({ firstname }: Reader): string => `Hello ${firstname},`;

// The web app's colours (web/src/ui/tokens.css) as sRGB: mail programs know no oklch().
const paper = '#f8f5ef';
const surface = '#fefdfa';
const line = '#dbd5ca';
const ink = '#282019';
const soft = '#60564c';
const accent = '#165a42';
const serif = "Newsreader, Georgia, 'Times New Roman', serif";
const family = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

const paragraph = (text: string): Html =>
  html`<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:24px;color:${ink}">${text}</p>`;

const button = ({ label, url }: { label: string; url: string }): Html =>
  html`<p style="margin:24px 0">
      <a
        class="button"
        href="${url}"
        style="display:inline-block;padding:14px 24px;border-radius:8px;background:${accent};color:#fcfaf1;font-size:16px;line-height:20px;font-weight:600;text-decoration:none"
        >${label}</a
      >
    </p>
    <p class="soft" style="margin:0 0 16px;font-size:14px;line-height:20px;color:${soft}">
      If the button does not work, open this address:<br />
      <a class="link" href="${url}" style="color:${accent};word-break:break-all">${url}</a>
    </p>`;

const page = (brand: string, home: string, note: Note): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${note.subject}</title>
        <style>
          @media (prefers-color-scheme: dark) {
            .ground {
              background: #171411 !important;
            }
            .sheet {
              background: #201d19 !important;
              border-color: #38332e !important;
            }
            .ink {
              color: #ece7de !important;
            }
            .soft {
              color: #b3ada3 !important;
            }
            .button {
              background: #9bcca7 !important;
              color: #061d14 !important;
            }
            .link {
              color: #9bcca7 !important;
            }
          }
        </style>
      </head>
      <body class="ground" style="margin:0;padding:0;background:${paper};font-family:${family}">
        <div style="display:none;max-height:0;overflow:hidden">${note.preview}</div>
        <table
          role="presentation"
          class="ground"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          style="background:${paper}"
        >
          <tr>
            <td align="center" style="padding:32px 16px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="max-width:560px"
              >
                <tr>
                  <td style="padding:0 8px 16px">
                    <a
                      class="ink"
                      href="${home}"
                      style="font-family:${serif};font-size:22px;line-height:28px;font-weight:600;color:${ink};text-decoration:none"
                      >${brand}</a
                    >
                  </td>
                </tr>
                <tr>
                  <td
                    class="sheet"
                    style="padding:32px;background:${surface};border:1px solid ${line};border-radius:12px"
                  >
                    <h1
                      class="ink"
                      style="margin:0 0 16px;font-family:${serif};font-size:26px;line-height:34px;font-weight:600;color:${ink}"
                    >
                      ${note.subject}
                    </h1>
                    ${paragraph(note.greeting)} ${note.paragraphs.map(paragraph)}
                    ${note.action ? button(note.action) : html``}
                    <p class="soft" style="margin:0;font-size:14px;line-height:20px;color:${soft}">${note.footnote}</p>
                  </td>
                </tr>
                <tr>
                  <td class="soft" style="padding:16px 8px 0;font-size:13px;line-height:20px;color:${soft}">
                    (c) 2025 ${brand} - All Rights Reserved
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `;

const plain = (brand: string, note: Note): string =>
  [
    note.greeting,
    ...note.paragraphs,
    ...(note.action ? [`${note.action.label}:\n${note.action.url}`] : []),
    note.footnote,
    `--\n(c) 2025 ${brand} - All Rights Reserved`,
  ].join('\n\n') + '\n';

/** Sets a note as a letter, in plain text and in HTML that reads well in light and dark, without images. */
export const compose = ({ brand, publicUrl }: Sender, to: string, note: Note): EmailMessage => ({
  to,
  subject: note.subject,
  text: plain(brand, note),
  html: page(brand, publicUrl, note).markup,
});
