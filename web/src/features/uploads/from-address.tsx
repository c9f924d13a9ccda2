import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, failureText } from '../../session/call.ts';
import { useMember } from '../../session/stored-session.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useFormSubmit } from '../../ui/use-form-submit.tsx';
import { followFetched, openUploadsKey, useOpenUploads } from './use-open-uploads.ts';

/** Characters of an address. */
const longestAddress = 2_000;

/** The name of the file at an address, or of its server. */
function nameAt({ pathname, host }: URL): string {
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last) || host;
  } catch {
    return last;
  }
}

/** Has the server fetch a recording from an address. */
export default function FromAddress() {
  const { workspace } = useMember();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [begun, setBegun] = useState<{ id: string; name: string }>();
  const isComing = useOpenUploads().data?.some(({ id }) => id === begun?.id);
  const { busy, send } = useFormSubmit({
    complain: setError,
    wordsOf: (cause) => failureText(cause),
    undone: 'The recording is not fetched.',
  });

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const url = URL.parse(text.trim());
    setBegun(undefined);
    if (!url || !/^https?:$/.test(url.protocol))
      return setError('Please give the whole address of the file, which begins with https://.');
    void send(
      async () => {
        const { id } = await call(uploadRoutes.fromUrl, { url: url.href });
        // First: what is followed and not open any more has ended.
        await client.invalidateQueries({ queryKey: openUploadsKey });
        const name = nameAt(url);
        followFetched({ id, name, workspace: workspace?.id });
        setBegun({ id, name });
      },
      () => setText(''),
    );
  };

  return (
    <form onSubmit={submit} noValidate className="mt-5 grid gap-2">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <Field
            label="From an address"
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={longestAddress}
            placeholder="https://example.org/webinar.mp4"
            hint="A link that downloads the file itself and is open to everybody."
            error={error}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setError(undefined);
            }}
          />
        </div>
        <Button type="submit" look="secondary" className="h-11 sm:mt-6.5" busy={busy}>
          Fetch
        </Button>
      </div>
      <p role="status" className="text-sm break-words text-soft">
        {begun && isComing && `“${begun.name}” is being fetched. It goes on when you leave this page.`}
      </p>
    </form>
  );
}
