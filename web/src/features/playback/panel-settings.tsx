import { SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuSeparator } from '../../ui/menu.tsx';

/** The menu beside the tabs of the panel: entries for its prompts, and for its width. Nothing where it has neither. */
export function PanelSettings({ prompts, widths }: { prompts: ReactNode; widths: ReactNode }) {
  if (!prompts && !widths) return null;
  return (
    <Menu
      label="Panel settings"
      trigger={<IconButton label="Panel settings" icon={<SlidersHorizontal aria-hidden />} />}
    >
      {prompts}
      {prompts && widths && <MenuSeparator />}
      {widths}
    </Menu>
  );
}
