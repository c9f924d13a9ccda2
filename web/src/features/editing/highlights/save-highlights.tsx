import { type HighlightFileFormat, highlightRoutes } from '@lectern/contract/editing/highlights';
import { Download } from 'lucide-react';
import { call, failureText, isAnnounced } from '../../../session/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { saveTextFile } from '../../../ui/save-file.ts';
import { toast } from '../../../ui/toast.tsx';

const formats: readonly { format: HighlightFileFormat; label: string; type: string }[] = [
  { format: 'csv', label: 'Table (CSV)', type: 'text/csv' },
  { format: 'md', label: 'Markdown', type: 'text/markdown' },
  { format: 'txt', label: 'Text', type: 'text/plain' },
];

/** A menu of the files in which the highlights of a video, or all, can be had. */
export function SaveHighlights({ passthrough }: { passthrough?: string | undefined }) {
  const save = async (format: HighlightFileFormat, type: string): Promise<void> => {
    try {
      const of = passthrough === undefined ? {} : { passthrough };
      const { name, text } = await call(highlightRoutes.file, { format, ...of });
      saveTextFile(name, text, type);
    } catch (error) {
      if (!isAnnounced(error)) toast.error(failureText(error));
    }
  };
  return (
    <Menu
      label="Download highlights"
      trigger={
        <Button look="secondary" size="sm">
          <Download aria-hidden />
          Download
        </Button>
      }
    >
      {formats.map(({ format, label, type }) => (
        <MenuItem key={format} onSelect={() => void save(format, type)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
