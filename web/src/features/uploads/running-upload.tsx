import { Link, useLocation } from 'react-router';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { phaseWords, isUploadRunning, useUploads } from './upload-list.ts';

type RunningUploadProps = {
  /** Beside icons alone there is room for a number. */
  narrow: boolean;
  onNavigate: () => void;
};

/** How far the uploads are, in the sidebar: they go on while one looks at other pages. */
export default function RunningUpload({ narrow, onNavigate }: RunningUploadProps) {
  const { uploads } = useUploads();
  const { pathname } = useLocation();
  const shown = uploads.find(isUploadRunning) ?? uploads.find(({ phase }) => phase === 'failed');
  // Its own page shows more of it.
  if (!shown || pathname === '/asset/upload') return null;
  const { file, sent, phase } = shown;
  const place = uploads.length > 1 ? ` ${uploads.indexOf(shown) + 1} of ${uploads.length}` : '';
  const said = `${phaseWords[phase]}${place}`;
  const share = file.size > 0 ? sent / file.size : 0;
  const percent = `${Math.floor(share * 100)} %`;
  const whole = `${said}: ${file.name}, ${percent}`;
  return (
    <Link
      to="/asset/upload"
      onClick={onNavigate}
      {...(narrow ? { 'aria-label': whole, title: whole } : {})}
      className="mt-3 grid gap-1.5 rounded-md border border-line bg-surface px-2 py-2 text-xs hover:border-ink"
    >
      {narrow ? (
        <span className="text-center tabular-nums">{percent}</span>
      ) : (
        <>
          <span className="truncate font-medium">{file.name}</span>
          <span className="flex justify-between gap-2 text-soft tabular-nums">
            <span>{said}</span>
            <span>{percent}</span>
          </span>
        </>
      )}
      <span aria-hidden>
        <ProgressBar label="Upload" value={share} />
      </span>
    </Link>
  );
}
