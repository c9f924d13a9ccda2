import MuxUploader, { MuxUploaderPause } from '@mux/mux-uploader-react';
import { type UpChunk, createUpload } from '@mux/upchunk';
import { useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** The smallest chunk that the clients allow, in kB, so that a small file has several. */
const chunkSize = 256;

const endpoint = new URLSearchParams(location.search).get('endpoint') ?? '';

/** Mimics a customer's UpChunk page: a file, two buttons, a progress bar, plus a list of events. */
function UpChunkPage() {
  const upload = useRef<UpChunk>(undefined);
  const [progress, setProgress] = useState(0);
  const [events, setEvents] = useState<string[]>([]);

  const begin = (file: File): void => {
    const begun = createUpload({ endpoint, file, chunkSize });
    begun.on('progress', ({ detail }) => setProgress(detail as number));
    for (const name of ['chunkSuccess', 'attemptFailure', 'offline', 'online', 'success', 'error'] as const)
      begun.on(name, ({ detail }) => {
        const { message } = (detail ?? {}) as { message?: string };
        setEvents((past) => [...past, message ? `${name}: ${message}` : name]);
      });
    upload.current = begun;
  };

  return (
    <section aria-label="UpChunk">
      <input type="file" aria-label="File for UpChunk" onChange={({ target }) => begin(target.files![0]!)} />
      <button onClick={() => upload.current?.pause()}>Pause</button>
      <button onClick={() => upload.current?.resume()}>Resume</button>
      <progress max={100} value={progress} />
      <ol>
        {events.map((event, place) => (
          <li key={place}>{event}</li>
        ))}
      </ol>
    </section>
  );
}

createRoot(document.querySelector('#root')!).render(
  <>
    <UpChunkPage />
    <MuxUploader id="uploader" endpoint={endpoint} chunkSize={chunkSize} />
    {/* With React 19 the uploader's own `pausable` shows no button. */}
    <MuxUploaderPause muxUploader="uploader" />
  </>,
);
