import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { saveBlob } from './cut-clip.ts';

/** Ending of a clip's file name, after its title. */
const nameEnding = /\.(?:mp4|m4a)$/;

type ClipResultProps = {
  file: Blob;
  name: string;
  /** Further actions for the clip. */
  children?: ReactNode;
};

/** The clip itself, to be watched and to be downloaded again under a name of one's own. */
export function ClipResult({ file, name, children }: ClipResultProps) {
  const [ending = ''] = nameEnding.exec(name) ?? [];
  const [title, setTitle] = useState(name.slice(0, name.length - ending.length));
  const screen = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (screen.current) screen.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return (
    <>
      <Notice kind="good">✅ Your edited video has downloaded successfully.</Notice>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its words stand below */}
      <video ref={screen} controls aria-label="Your clip" className="aspect-video w-full rounded-lg bg-black" />
      <div className="flex flex-wrap items-end gap-3">
        <form
          className="flex min-w-0 flex-1 basis-80 flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            saveBlob(file, `${title.trim() || 'clip'}${ending}`);
          }}
        >
          <div className="min-w-0 flex-1 basis-64">
            <Field label="File name" value={title} maxLength={200} onChange={({ target }) => setTitle(target.value)} />
          </div>
          <Button type="submit" look="secondary">
            Download again
          </Button>
        </form>
        {/* Not in the form: what is sent in a dialog of theirs would be sent here, too. */}
        {children}
      </div>
    </>
  );
}
