import { ownAccountRoutes, type SecondFactor } from '@lectern/contract/accounts/own-account';
import { useState, useMemo } from 'react';
import { Check, Copy, Download } from 'lucide-react';
import type { Call } from '@lectern/contract/client';
import { encode } from 'uqr';
import { Button } from '../../ui/button.tsx';
import { momentInWords } from '../../ui/date-in-words.ts';
import { Field, focusOnArrival } from '../../ui/field.tsx';
import { leavesFocus } from '../../ui/focus-place.ts';
import { Notice } from '../../ui/notice.tsx';
import { AccountPanel } from './panel.tsx';
import { CodeField } from './code-field.tsx';
import { PasswordField } from './password-field.tsx';
import { SubmitForm, invalid, useSubmit } from './submit-form.tsx';
import { wasCopied } from '../../ui/was-copied.ts';

type Doing = 'setting up' | 'renewing' | 'removing';

export function SecondFactorCard({
  call,
  reload,
  email,
  factor,
}: PanelProps & { email: string; factor: SecondFactor }) {
  const [doing, setDoing] = useState<Doing>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [said, setSaid] = useState<string>();
  const begin = (next: Doing): void => {
    setSaid(undefined);
    setDoing(next);
  };
  const show = async (made: readonly string[]): Promise<void> => {
    setCodes(made);
    setDoing(undefined);
    await reload();
  };
  const panel = { call, reload, email };

  return (
    <AccountPanel
      title="Two-factor authentication"
      lead="With an authenticator app on your phone, a stolen password alone is not enough to sign in."
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
      ) : doing === 'setting up' ? (
        <SecondFactorSetUp {...panel} onCodes={(made) => void show(made)} onCancel={() => setDoing(undefined)} />
      ) : doing ? (
        <Proof
          email={email}
          verb={doing === 'renewing' ? 'Make new codes' : 'Remove'}
          danger={doing === 'removing'}
          onCancel={() => setDoing(undefined)}
          onProof={async (proof) => {
            if (doing === 'renewing') {
              const { recovery_codes } = await call(ownAccountRoutes.renewRecoveryCodes, proof);
              return show(recovery_codes);
            }
            const { msg } = await call(ownAccountRoutes.removeSecondFactor, proof);
            setSaid(msg);
            setDoing(undefined);
            await reload();
          }}
        />
      ) : (
        <div ref={leavesFocus} className="grid gap-5">
          {said && <Notice kind="good">{said}</Notice>}
          {factor.since === null ? (
            <div className="flex flex-wrap items-center gap-4">
              <Button look="secondary" onClick={() => begin('setting up')}>
                Set up an authenticator app
              </Button>
              <p className="text-sm text-soft">Not set up.</p>
            </div>
          ) : (
            <>
              <p className="text-sm">
                Set up {momentInWords(factor.since)}. {factor.recovery_codes_left} of 10 recovery codes left.
              </p>
              <div className="flex flex-wrap gap-3">
                <Button look="secondary" onClick={() => begin('renewing')}>
                  New recovery codes
                </Button>
                {!factor.required && (
                  <Button look="secondary" onClick={() => begin('removing')}>
                    Remove
                  </Button>
                )}
              </div>
            </>
          )}
        </div>
      )}
    </AccountPanel>
  );
}

type ProofProps = {
  email: string;
  verb: string;
  danger: boolean;
  onProof: (proof: { password: string; code: string }) => Promise<void>;
  onCancel: () => void;
};

function Proof({ email, verb, danger, onProof, onCancel }: ProofProps) {
  const submission = useSubmit(async ({ password = '', code = '' }) => {
    if (!password || !code.trim()) throw invalid('Please fill in all fields.');
    await onProof({ password, code: code.trim() });
  });
  return (
    <SubmitForm submission={submission}>
      <div className="grid gap-5 sm:grid-cols-2">
        <PasswordField name="password" label="Your password" autoComplete="current-password" account={email} />
        <CodeField hint="From your authenticator app, or a recovery code." />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look={danger ? 'danger' : 'primary'} busy={submission.busy}>
          {verb}
        </Button>
        <Button look="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </SubmitForm>
  );
}

/** Shown this once. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [copied, setCopied] = useState<boolean>();
  const text = `${codes.join('\n')}\n`;
  const copy = (): void => void wasCopied(text).then(setCopied);
  return (
    <div ref={leavesFocus} className="grid gap-5">
      <Notice kind="good">
        From now on you will be asked for a code. Keep these recovery codes somewhere you can reach without your phone:
        each one replaces the app once, and they are shown only now.
      </Notice>
      <ul aria-label="Recovery codes" className="grid gap-x-6 gap-y-1 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="break-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" onClick={copy}>
          {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          className="inline-flex min-h-10 items-center gap-2 rounded-md border border-edge bg-surface px-4 text-sm font-medium hover:border-ink hover:bg-sunken [&_svg]:size-4"
        >
          <Download aria-hidden />
          Download
        </a>
        <Button onClick={onDone}>I have saved them</Button>
      </div>
      {copied === false && (
        <p role="status" className="text-sm text-soft">
          Your browser did not let us copy them. Please select them, or download the file.
        </p>
      )}
    </div>
  );
}

/** Props of each panel of the account page: a caller with the right session, and a reload to run after a change. */
export type PanelProps = { call: Call; reload: () => Promise<unknown> };

type SetUpProps = PanelProps & { email: string; onCodes: (codes: readonly string[]) => void; onCancel: () => void };

/** The present password, then the app and a first code of it. */
function SecondFactorSetUp({ call, email, onCodes, onCancel }: SetUpProps) {
  const [made, setMade] = useState<{ secret: string; address: string }>();
  const submission = useSubmit(async ({ password = '', code = '' }) => {
    if (!made) {
      if (!password) throw invalid('Please enter your password.');
      setMade(await call(ownAccountRoutes.beginSecondFactor, { password }));
      return;
    }
    if (!code.trim()) throw invalid('Please enter the code from your authenticator app.');
    const { recovery_codes } = await call(ownAccountRoutes.confirmSecondFactor, { code: code.trim() });
    onCodes(recovery_codes);
  });
  return (
    <SubmitForm submission={submission}>
      {made ? (
        <>
          <div className="flex flex-wrap items-start gap-5">
            <QrCode text={made.address} label="QR code for your authenticator app" />
            <div className="min-w-0 flex-1 basis-56 text-sm">
              <p>Scan this with an authenticator app, such as the one in your password manager.</p>
              <p className="mt-3 text-soft">Cannot scan it? Type this key into the app:</p>
              <p className="mt-1 font-mono break-all">{made.secret.replace(/(.{4})(?!$)/g, '$1 ')}</p>
            </div>
          </div>
          <Field
            key="code"
            ref={focusOnArrival}
            name="code"
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            hint="The six digits the app shows now."
          />
        </>
      ) : (
        <PasswordField name="password" label="Your password" autoComplete="current-password" account={email} />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={submission.busy}>
          {made ? 'Turn on' : 'Continue'}
        </Button>
        <Button look="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </SubmitForm>
  );
}

/** Black on white in both themes: cameras need the contrast, and the margin of four modules. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { border: 4 });
    const modules = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
    return { size, path: modules.join('') };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 rounded-md"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
