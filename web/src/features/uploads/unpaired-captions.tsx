import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { handOverFocus } from '../../ui/focus-place.ts';
import { giveCaptions, removeUnpaired } from './give-captions.ts';
import { likeliest } from './pair-captions.ts';
import { takesCaptions, type UploadList, type UploadState } from './upload-list.ts';
import { useCaptioned } from './add-captions.tsx';

const unsaid = (files: number): string =>
  files === 1
    ? 'Its name does not say which recording it belongs to.'
    : 'Their names do not say which recording they belong to.';

/** Caption files whose names say of no recording that they are its own: the person says it, or takes them off. */
export function UnpairedCaptions({ uploads, unpaired }: Pick<UploadList, 'uploads' | 'unpaired'>) {
  const heading = useRef<HTMLHeadingElement>(null);
  const free = uploads.filter(takesCaptions);
  if (unpaired.length === 0) return null;
  return (
    <Card aria-labelledby="unpaired-captions" className="mb-5 grid gap-3 p-5 sm:p-7">
      <h2 id="unpaired-captions" ref={heading} tabIndex={-1} className="text-lg">
        Captions without a recording
      </h2>
      <p role="status" className="text-sm text-soft">
        {free.length > 0 ? unsaid(unpaired.length) : 'Every recording in the list has captions already.'}
      </p>
      <ul className="divide-y divide-line border-t border-line">
        {unpaired.map((file) => (
          <Unpaired
            key={file.name}
            file={file}
            free={free}
            onHandled={(row) => {
              // With the last of them the card goes.
              const next = unpaired.length > 1 ? heading.current : document.getElementById('main');
              handOverFocus(row, next);
            }}
          />
        ))}
      </ul>
    </Card>
  );
}

type UnpairedProps = { file: File; free: readonly UploadState[]; onHandled: (row: HTMLElement | null) => void };

function Unpaired({ file, free, onHandled }: UnpairedProps) {
  const [chosen, setChosen] = useState<number>();
  const showCaptioned = useCaptioned();
  const row = useRef<HTMLLIElement>(null);
  const target = free.find(({ key }) => key === chosen) ?? likeliest(file, free);
  const give = async (key: number): Promise<void> => {
    onHandled(row.current);
    await giveCaptions(file, key);
    await showCaptioned();
  };
  return (
    <li ref={row} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-4">
      <p className="min-w-0 flex-1 font-medium break-all">{file.name}</p>
      <IconButton
        label={`Remove ${file.name}`}
        icon={<X aria-hidden />}
        onClick={() => {
          onHandled(row.current);
          removeUnpaired(file);
        }}
      />
      {free.length > 0 && (
        <form
          className="flex min-w-0 basis-full flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (target) void give(target.key);
          }}
        >
          {/* Names of recordings are long. */}
          <div className="min-w-0 flex-1 basis-full lg:basis-48">
            <SelectField
              label={`Recording for ${file.name}`}
              hideLabel
              required
              value={target?.key ?? ''}
              options={free.map(({ key, file: recording }) => [key, recording.name])}
              onChange={(event) => setChosen(Number(event.target.value))}
            >
              {!target && <option value="">Choose a recording</option>}
            </SelectField>
          </div>
          <Button type="submit" look="secondary" aria-label={`Add to this recording: ${file.name}`}>
            Add to this recording
          </Button>
        </form>
      )}
    </li>
  );
}
