import { Link, useLocation, useNavigate } from 'react-router';
import { attempt } from '../../session/call.ts';
import { useMember } from '../../session/stored-session.ts';
import { switchWorkspace } from '../../session/workspaces.ts';
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
  const { workspace, workspaces } = useMember();
  const navigate = useNavigate();
  const shown = uploads.find(isUploadRunning) ?? uploads.find(({ phase }) => phase === 'failed');
  // Its own page shows more of it.
  if (!shown || pathname === '/asset/upload') return null;
  const { file, sent, phase } = shown;
  /** Where it goes, when that is another workspace. */
  const goal = workspaces?.find(({ id }) => id === shown.workspace && id !== workspace.id);
  const place = uploads.length > 1 ? ` ${uploads.indexOf(shown) + 1} of ${uploads.length}` : '';
  const said = `${phaseWords[phase]}${place}`;
  const share = file.size > 0 ? sent / file.size : 0;
  const percent = `${Math.floor(share * 100)} %`;
  const whole = `${said}: ${file.name}${goal === undefined ? '' : `, to ${goal.name}`}, ${percent}`;
  return (
    <Link
      to="/asset/upload"
      onClick={(event) => {
        onNavigate();
        if (!goal) return;
        event.preventDefault();
        void attempt(async () => {
          await switchWorkspace(goal.id);
          await navigate('/asset/upload');
        });
      }}
      {...(narrow ? { 'aria-label': whole, title: whole } : {})}
      className="mt-3 grid gap-1.5 rounded-md border border-line bg-surface px-2 py-2 text-xs hover:border-ink"
    >
      {narrow ? (
        <span className="text-center tabular-nums">{percent}</span>
      ) : (
        <>
          <span className="truncate font-medium">{file.name}</span>
          {goal !== undefined && <span className="truncate text-soft">To {goal.name}</span>}
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
