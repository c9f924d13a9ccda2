import { formatBytes } from '@lectern/contract/rules/format-bytes';
import { Clock3, TriangleAlert, Upload } from 'lucide-react';
import { ButtonLink } from '../../ui/button-link.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { isUploadRunning, type UploadState, phaseWords } from './upload-list.ts';

/** Recordings on their way into the library, each in the place of its card there. */
export default function UploadCards({ uploads }: { uploads: readonly UploadState[] }) {
  return uploads
    .filter(({ phase }) => phase !== 'done')
    .map((upload) => (
      <li key={upload.key} className="grid min-w-0">
        <UploadCard upload={upload} />
      </li>
    ));
}

function UploadCard({ upload }: { upload: UploadState }) {
  const { id, phase, file, sent, error } = upload;
  const share = file.size > 0 ? sent / file.size : 0;
  const Icon = phase === 'failed' ? TriangleAlert : phase === 'waiting' ? Clock3 : Upload;
  return (
    <article
      aria-label={file.name}
      className="grid min-h-37 content-center gap-3 rounded-lg border border-dashed border-edge bg-surface p-5"
    >
      <div className="flex items-start gap-3">
        <Icon
          aria-hidden
          className={`mt-1 size-5 shrink-0 ${phase === 'failed' ? 'text-danger' : 'text-accent'}`}
          strokeWidth={1.5}
        />
        <h2 className="min-w-0 flex-1 font-serif text-base leading-snug break-words">{file.name}</h2>
        {id && upload.isWatchable && (
          <ButtonLink to={`/asset/${id}`} size="sm" look="secondary" aria-label={`Watch ${file.name}`}>
            Watch
          </ButtonLink>
        )}
        <ButtonLink to="/asset/upload" size="sm" look="secondary" aria-label={`Show the upload of ${file.name}`}>
          Show
        </ButtonLink>
      </div>
      {phase === 'failed' ? (
        <p className="text-sm font-medium text-danger">{error}</p>
      ) : (
        <p className="flex justify-between gap-4 text-sm text-soft tabular-nums">
          <span>{phaseWords[phase]}</span>
          <span>
            {isUploadRunning(upload)
              ? `${formatBytes(sent)} of ${formatBytes(file.size)} · ${Math.floor(share * 100)}%`
              : formatBytes(file.size)}
          </span>
        </p>
      )}
      {isUploadRunning(upload) && <ProgressBar value={share} label={`Uploaded of ${file.name}`} />}
    </article>
  );
}
