import type { Ref } from 'react';

type HiddenInputProps = {
  ref: Ref<HTMLInputElement>;
  label: string;
  accept?: string;
  multiple?: boolean;
  onFiles: (files: File[]) => unknown;
};

/** The browser's file dialog without its looks; the button beside it opens it. */
export function HiddenInput({ ref, label, accept, multiple = false, onFiles }: HiddenInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={label}
      accept={accept}
      multiple={multiple}
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        // So that the same file can be chosen again after an error.
        event.target.value = '';
        onFiles(files);
      }}
    />
  );
}
