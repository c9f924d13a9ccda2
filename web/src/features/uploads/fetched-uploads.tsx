import { TriangleAlert, X } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { leavesFocus } from '../../ui/focus-place.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ErrorText } from '../../ui/notice.tsx';
import { FinishedUpload, type OnShare, useUploadFinished } from './finished-upload.tsx';
import { forgetFetched, useFetchedUploads } from './use-open-uploads.ts';

/** Milliseconds between two looks at one that is processed. */
const pollingInterval = 3_000;

/** Recordings that the server has fetched, or could not use. */
export default function FetchedUploads({ onShare }: { onShare: OnShare }) {
  const fetched = useFetchedUploads();
  if (fetched.length === 0) return null;
  return (
    <Card id="fetched-uploads" heading="Fetched from an address" headingClassName="text-lg" className="mt-6 p-5">
      <ul className="mt-4 divide-y divide-line border-t border-line">
        {fetched.map(({ id, name }) => (
          <li key={id} ref={leavesFocus} className="flex items-start gap-3 py-4">
            <div className="min-w-0 flex-1">
              <Fetched id={id} name={name} onShare={onShare} />
            </div>
            <IconButton label={`Remove ${name}`} icon={<X aria-hidden />} onClick={() => forgetFetched(id)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Fetched({ id, name, onShare }: { id: string; name: string; onShare: OnShare }) {
  const { video, refusal } = useUploadFinished(id, pollingInterval);
  if (refusal === undefined)
    return (
      <>
        <p role="status" className="sr-only">
          {video && `“${video.title || name}” has arrived.`}
        </p>
        <FinishedUpload upload={{ id, file: { name } }} video={video} onShare={onShare} />
      </>
    );
  return (
    <div className="flex gap-3 text-sm">
      <TriangleAlert aria-hidden className="mt-1 size-4 shrink-0 text-danger" />
      <div className="min-w-0">
        <h3 className="font-sans text-base font-medium break-words">{name}</h3>
        <ErrorText text={refusal} />
      </div>
    </div>
  );
}
