import type { SharedVideo } from '@lectern/contract/publishing/shares';
import { Lock } from 'lucide-react';
import { type SyntheticEvent, useRef, useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { type NotOpened, loadSharedVideo } from './open-share.ts';

type PasswordFormProps = {
  of: string;
  onOpened: (shared: SharedVideo, password: string) => void;
  onClosed: (text: string) => void;
};

/** Refusals that allow another try; any other closes the link. */
const again = /^share_(locked|password_wrong)$/;

/** Asks for the password of a link. */
export function PasswordForm({ of, onOpened, onClosed }: PasswordFormProps) {
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const open = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      onOpened(await loadSharedVideo(of, password), password);
    } catch (cause) {
      const { code, message } = cause as NotOpened;
      if (code?.startsWith('share_') && !again.test(code)) return onClosed(message);
      setError(message);
      form.current?.querySelector('input')?.select();
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      ref={form}
      // Without scripts there is no player either; the password must not end up in an address.
      method="post"
      onSubmit={(event) => void open(event)}
      className="mx-auto mt-10 grid max-w-sm gap-5 px-5 py-10"
    >
      <div className="grid gap-2">
        <Lock aria-hidden className="size-7 text-accent" />
        <h1 className="text-2xl">This recording needs a password</h1>
        <p className="text-soft">Ask the person who sent you the link.</p>
      </div>
      <Field
        label="Password"
        type="password"
        name="password"
        autoComplete="off"
        required
        maxLength={1000}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={error}
      />
      <button
        type="submit"
        aria-disabled={busy || undefined}
        className="inline-flex min-h-11 items-center justify-center rounded-md bg-accent px-4 font-medium text-on-accent hover:bg-accent-strong aria-disabled:opacity-55 forced-colors:border"
      >
        Watch
      </button>
      <noscript>
        <p className="text-sm">Recordings need JavaScript to play.</p>
      </noscript>
    </form>
  );
}
