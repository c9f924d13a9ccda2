import { allowShortcuts, useShortcutsAllowed } from '../../player/shortcuts.ts';
import { Dialog } from '../../ui/dialog.tsx';

const groups: readonly { title: string; entries: readonly [keys: readonly string[], does: string][] }[] = [
  {
    title: 'Playing',
    entries: [
      [['Space', 'K'], 'Play or pause'],
      [['J', 'L'], 'Back or forward 10 seconds'],
      [['←', '→'], 'Back or forward 3 seconds'],
      [['N', 'P'], 'Next or previous chapter'],
      [['0', '…', '9'], 'Go to 0 to 90 percent'],
      [['<', '>'], 'Slower or faster'],
    ],
  },
  {
    title: 'Picture and sound',
    entries: [
      [['F'], 'Full screen'],
      [['C'], 'Captions'],
      [['M'], 'Sound off or on'],
      [['↑', '↓'], 'Volume (in the player)'],
    ],
  },
  {
    title: 'Transcript',
    entries: [
      [['/'], 'Search in the transcript'],
      [['Enter'], 'Next match, with Shift the previous'],
      [['↑', '↓'], 'Line before or after, in the transcript'],
      [['Shift', '↑', '↓'], 'Select lines; Tab goes to what can be done with them'],
      [['F2'], 'Edit the line or the text in focus'],
      [['?'], 'This sheet'],
    ],
  },
];

export default function ShortcutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const allowed = useShortcutsAllowed();
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" wide>
      {/* First, since it gets the focus: at the end a small window would open scrolled down to it. */}
      <label className="mb-6 flex items-start gap-2.5 text-sm">
        <input
          type="checkbox"
          checked={allowed}
          onChange={(event) => allowShortcuts(event.target.checked)}
          className="mt-0.5 size-4 shrink-0 accent-accent"
        />
        Single keys control the player. Switch this off if you use voice control.
      </label>
      <div className="gap-x-10 pb-2 sm:columns-2">
        {groups.map(({ title, entries }) => (
          <section key={title} className="mb-6 grid break-inside-avoid content-start gap-2">
            <h3 className="font-sans text-sm font-semibold tracking-normal text-soft">{title}</h3>
            <dl className="grid gap-1.5 text-sm">
              {entries.map(([keys, does]) => (
                <div key={does} className="flex items-baseline justify-between gap-4">
                  <dt>{does}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {keys.map((each) => (
                      <kbd
                        key={each}
                        className="min-w-6 rounded-sm border border-line bg-paper px-1.5 py-0.5 text-center font-sans text-xs"
                      >
                        {each}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
