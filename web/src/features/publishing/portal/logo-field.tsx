import { logoBox, type PortalLogo } from '@lectern/contract/publishing/portal';
import { ImageUp, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { failureText, isAnnounced } from '../../../session/call.ts';
import { Button } from '../../../ui/button.tsx';
import { leavesFocus } from '../../../ui/focus-place.ts';
import { saveUndoableEdit } from '../../../ui/undo-history.ts';
import { useChangePortal } from './use-own-portal.ts';
import { ErrorText } from '../../../ui/notice.tsx';
import { HiddenInput } from '../../../ui/hidden-input.tsx';

export function LogoField({ logo }: { logo: PortalLogo | null }) {
  const { setLogo } = useChangePortal();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();

  const doing = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (cause) {
      if (!isAnnounced(cause)) setError(cause instanceof NoPicture ? cause.message : failureText(cause));
    } finally {
      setBusy(false);
    }
  };
  const choose = (file: File | undefined): void => {
    if (file) void doing(async () => setLogo(await readAsBase64(await drawnAsPng(file))));
  };
  const remove = () =>
    doing(async () => {
      if (!logo) return;
      const before = await readAsBase64(await (await fetch(logo.url)).blob());
      await saveUndoableEdit(async () => {
        await setLogo(null);
        return { said: 'The logo was removed.', label: 'logo', takeBack: () => setLogo(before) };
      });
    });

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its button does the same by keyboard
    <div
      role="group"
      aria-label="Logo"
      aria-describedby={hint}
      className="grid gap-1.5"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        choose(event.dataTransfer.files[0]);
      }}
    >
      <span className="text-sm font-medium">Logo</span>
      <div
        className={`flex min-h-18 flex-wrap items-center gap-3 rounded-md border px-3 py-2.5 ${over ? 'border-accent bg-accent-wash' : 'border-line'}`}
      >
        {logo && (
          <div className="basis-full">
            <img src={logo.url} alt="Your logo" width={logo.width} height={logo.height} className="h-auto max-w-full" />
          </div>
        )}
        <HiddenInput ref={input} label="Picture of the logo" accept="image/*" onFiles={([file]) => choose(file)} />
        <Button look="secondary" size="sm" busy={busy} onClick={() => input.current?.click()}>
          {!busy && <ImageUp aria-hidden />}
          {logo ? 'Replace logo' : 'Choose a logo'}
        </Button>
        {logo && (
          <Button ref={leavesFocus} look="quiet" size="sm" onClick={() => void remove()}>
            <Trash2 aria-hidden />
            Remove logo
          </Button>
        )}
      </div>
      <p id={hint} className="text-sm text-soft">
        {`PNG, JPEG, SVG or WebP, shown up to ${logoBox.width} × ${logoBox.height} pixels beside the title. Choose an appearance that suits it: there is no second one for dark pages.`}
      </p>
      <ErrorText text={error} />
    </div>
  );
}

/** A file that cannot be shown or read as a picture, with a text for the person. */
class NoPicture extends Error {
  override readonly name = 'NoPicture';
}

/** Throws `NoPicture` where the browser cannot show the file. */
async function loaded(file: File): Promise<HTMLImageElement> {
  const image = new Image();
  const url = URL.createObjectURL(file);
  try {
    image.src = url;
    await image.decode();
    return image;
  } catch {
    throw new NoPicture('This file cannot be shown as a picture. Please choose another one.');
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Any picture that the browser knows, as a PNG of twice the pixels a logo is shown in at most. */
async function drawnAsPng(file: File): Promise<Blob> {
  const image = await loaded(file);
  // An SVG may have no size of its own.
  const [width, height] = [image.naturalWidth || 2 * logoBox.width, image.naturalHeight || 2 * logoBox.height];
  // Lines are redrawn in any size; pixels are not made larger than they are.
  const most = file.type === 'image/svg+xml' ? Infinity : 1;
  const scale = Math.min(most, (2 * logoBox.width) / width, (2 * logoBox.height) / height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new NoPicture('This picture cannot be drawn here. Please choose another one.');
  return blob;
}

const readAsBase64 = async (blob: Blob): Promise<string> => {
  const reader = new FileReader();
  await new Promise((resolve, reject) => {
    reader.addEventListener('load', resolve);
    reader.addEventListener('error', () => reject(new NoPicture('This file cannot be read.')));
    reader.readAsDataURL(blob);
  });
  return String(reader.result).replace(/^[^,]*,/, '');
};
