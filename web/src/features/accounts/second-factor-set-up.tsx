import type { Call } from '@lectern/contract/client';
import { ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { useState, useMemo } from 'react';
import { encode } from 'uqr';
import { Button } from '../../ui/button.tsx';
import { Field, focusOnArrival } from '../../ui/field.tsx';
import { PasswordField } from './password-field.tsx';
import { SubmitForm, invalid, useSubmit } from './submit-form.tsx';

/** Props of each panel of the account page: a caller with the right session, and a reload to run after a change. */
export type PanelProps = { call: Call; reload: () => Promise<unknown> };

type SetUpProps = PanelProps & { email: string; onCodes: (codes: readonly string[]) => void; onCancel: () => void };

/** The present password, then the app and a first code of it. */
export function SecondFactorSetUp({ call, email, onCodes, onCancel }: SetUpProps) {
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
